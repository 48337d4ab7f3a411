// Package wired puts a client that retries behind an interface, below a
// timeout.
package wired

import (
	"context"
	"net/http"
	"time"

	"deadline/budget/lower"
)

type getter interface {
	Get(ctx context.Context) error
}

type server struct {
	get getter
	mux *http.ServeMux
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second) // want `^worst case 6s does not fit the 3s deadline: 3 attempts of 2s, only 2 can start$`
	defer cancel()
	s.mux.ServeHTTP(w, r.WithContext(ctx))
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	if err := s.get.Get(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func New() http.Handler {
	s := &server{get: lower.New("http://localhost"), mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /", s.show)
	return s
}

// A retrying transport below the timeout of its client.
type again struct{ next http.RoundTripper }

func (t again) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = t.next.RoundTrip(r); err == nil || r.Context().Err() != nil {
			return resp, err
		}
	}
	return resp, err
}

type sender struct{ client *http.Client }

func newSender() *sender {
	return &sender{&http.Client{Timeout: 2 * time.Second, Transport: again{&http.Transport{ResponseHeaderTimeout: time.Second}}}}
}

func (s *sender) send(req *http.Request) error {
	resp, err := s.client.Do(req) // want `^worst case 4s does not fit the 2s timeout of the http.Client: 4 attempts of 1s, only 2 can start$`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
