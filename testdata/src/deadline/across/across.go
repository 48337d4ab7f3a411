// Package across calls functions of another package that take no context.
package across

import (
	"context"
	"net/http"

	"deadline/across/middle"
	"deadline/across/store"
)

type server struct {
	s *store.Store
}

func (s *server) handle(ctx context.Context) error {
	return s.s.Save("k") // want `^\(\*store.Store\).Save gets no context although ctx is in reach: through \(\*store.Store\).save \(store.go:18\), a timeout of 5s \(store.go:21\) goes on when the caller gives up$`
}

// again leads to the same.
func (s *server) again(ctx context.Context) error { return s.s.Save("again") }

// get goes through a function of this package.
func (s *server) get(w http.ResponseWriter, r *http.Request) {
	n, err := load() // want `^across.load gets no context although r.Context\(\) is in reach: through store.Load \(across.go:32\), http.Get \(store.go:28\) goes on when the caller gives up$`
	if err != nil || n == 0 {
		http.Error(w, "none", http.StatusNotFound)
	}
}

func load() (int, error) {
	return store.Load("http://a", func(r *http.Response) (int, error) { return r.StatusCode, r.Body.Close() })
}

func (s *server) both(ctx context.Context) error {
	return middle.Both(s.s) // want `^middle.Both gets no context although ctx is in reach: through \(\*store.Store\).Save \(middle.go:8\), \(\*store.Store\).save \(store.go:18\), a timeout of 5s \(store.go:21\) goes on when the caller gives up$`
}

// From here on nothing is wrong.

func (s *server) rest(ctx context.Context) error {
	if err := s.s.Check(); err != nil {
		return err
	}
	if err := s.s.Later("k"); err != nil {
		return err
	}
	defer s.s.Save("deferred")
	if err := s.s.Ready(ctx); err != nil {
		_ = s.s.Save("failed")
		return err
	}
	if ctx.Err() != nil {
		return s.s.Save("ended")
	}
	return s.s.Close()
}

// Nobody has a context.
func main() {
	_ = (&store.Store{}).Save("k")
}
