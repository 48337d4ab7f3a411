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

// Nothing but the timeout of the client ends an attempt.
type bare struct{ client *http.Client }

func newBare() *bare {
	return &bare{&http.Client{Timeout: 2 * time.Second, Transport: again{http.DefaultTransport}}}
}

func (b *bare) send(req *http.Request) error {
	resp, err := b.client.Do(req) // want `^one timeout of 2s of the http.Client covers all 4 attempts of \(wired.again\).RoundTrip: one that hangs leaves the others no time$`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Each attempt has a timeout of its own.
type timed struct{ next http.RoundTripper }

func (t timed) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 4 {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		resp, err = t.next.RoundTrip(r.WithContext(ctx))
		cancel()
		if err == nil {
			return resp, nil
		}
	}
	return resp, err
}

type limited struct{ client *http.Client }

func newLimited() *limited {
	return &limited{&http.Client{Timeout: 5 * time.Second, Transport: timed{http.DefaultTransport}}}
}

func (l *limited) send(req *http.Request) error {
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A server that has less time for an answer than its handler takes.
type asker struct{ get getter }

func (s *asker) ask(w http.ResponseWriter, r *http.Request) {
	for range 3 {
		if s.get.Get(r.Context()) == nil {
			return
		}
	}
}

func Serve(addr string) error {
	s := &asker{get: lower.New("http://localhost")}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ask", s.ask)
	srv := &http.Server{Addr: addr, Handler: mux, WriteTimeout: 10 * time.Second}
	return srv.ListenAndServe() // want `^worst case 18s does not fit the 10s that the http.Server has to write an answer: 9 attempts of 2s, only 5 can start$`
}

// Enough time, and no limit.
func ServeLong(addr string) error {
	s := &asker{get: lower.New("http://localhost")}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ask", s.ask)
	srv := http.Server{Addr: addr, Handler: mux, WriteTimeout: time.Minute}
	if err := srv.ListenAndServe(); err != http.ErrServerClosed {
		return err
	}
	return (&http.Server{Addr: addr, Handler: mux}).ListenAndServe()
}

// Two clients, each with a timeout of its own.
type pair struct{ a, b *http.Client }

func newPair() *pair {
	return &pair{
		a: &http.Client{Timeout: time.Second, Transport: again{&http.Transport{ResponseHeaderTimeout: 500 * time.Millisecond}}},
		b: &http.Client{Timeout: time.Minute, Transport: again{&http.Transport{ResponseHeaderTimeout: 500 * time.Millisecond}}},
	}
}

func (p *pair) first(req *http.Request) error {
	resp, err := p.a.Do(req) // want `^worst case 2s does not fit the 1s timeout of the http.Client: 4 attempts of 500ms, only 2 can start$`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (p *pair) second(req *http.Request) error {
	resp, err := p.b.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
