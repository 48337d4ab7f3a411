// Package detached has work that does not end with its caller: by mistake, and
// on purpose.
package detached

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/avast/retry-go/v4"
	"golang.org/x/sync/errgroup"
)

type backend interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

type server struct {
	b    backend
	db   *sql.DB
	stop context.CancelFunc
	life context.Context
}

func (s *server) timeout(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `^a timeout of 1s derives from context.Background although ctx is in reach: it goes on when the caller gives up$`
	defer cancel()
	return s.b.Put(c, "k", "v")
}

func (s *server) plain(ctx context.Context) (string, error) {
	return s.b.Get(context.TODO(), "k") // want `^\(detached.backend\).Get gets context.TODO although ctx is in reach: it goes on when the caller gives up$`
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(context.Background()) // want `^a timeout of 1m0s derives from context.Background although r.Context\(\) is in reach`
	defer cancel()
	if r.Method == http.MethodGet {
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	var wg sync.WaitGroup
	for _, k := range []string{"a", "b"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.b.Get(ctx, k)
		}()
	}
	wg.Wait()
}

// A goroutine that the function waits for is part of it.
func (s *server) joined(ctx context.Context) error {
	done := make(chan error)
	go func() {
		done <- s.b.Put(context.Background(), "k", "v") // want `gets context.Background although ctx is in reach`
	}()
	return <-done
}

func (s *server) group(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error {
		return s.b.Put(context.Background(), "k", "v") // want `gets context.Background although ctx is in reach`
	})
	return g.Wait()
}

// A request without a context.
func request(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil) // want `^\(\*http.Client\).Do gets a request without a context although ctx is in reach: it goes on when the caller gives up$`
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type stream interface {
	Context() context.Context
	Send(string) error
}

func (s *server) watch(in stream) error {
	v, err := s.b.Get(context.Background(), "k") // want `although in.Context\(\) is in reach`
	if err != nil {
		return err
	}
	return in.Send(v)
}

// A variable in between.
func (s *server) variable(ctx context.Context) error {
	var c context.Context
	c = context.Background() // want `gets context.Background although ctx is in reach`
	return s.b.Put(c, "k", "v")
}

// The retry of a library does not end either.
func (s *server) option(ctx context.Context) error {
	return retry.Do(func() error { // the context that it gets never ends
		return s.b.Put(ctx, "k", "v")
	}, retry.Attempts(3), retry.Context(context.Background())) // want `^retry.Context gets context.Background although ctx is in reach`
}

// A request that is to be answered.
func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	if err := s.b.Put(context.Background(), "k", r.URL.Path); err != nil { // want `although r.Context\(\) is in reach`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	v, err := s.b.Get(context.Background(), r.URL.Path) // want `although r.Context\(\) is in reach`
	if err != nil {
		return nil, err
	}
	return &http.Response{Status: v}, nil
}

// From here on nothing is wrong.

// A request that nobody answers is what the work is about: it may be long over.
func (s *server) record(r *http.Request, status int) {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.b.Put(c, r.URL.Path, http.StatusText(status)); err != nil {
		slog.Warn("not recorded", "err", err)
	}
}

func (s *server) derived(ctx context.Context) error {
	c, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.b.Put(c, "k", "v")
}

func (s *server) missing(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return s.b.Put(ctx, "k", "v")
}

func (s *server) chosen(ctx context.Context, wait bool) error {
	if !wait {
		ctx = context.Background()
	}
	return s.b.Put(ctx, "k", "v")
}

func (s *server) cleanup(ctx context.Context) error {
	if err := s.b.Put(ctx, "lock", "me"); err != nil {
		return err
	}
	defer s.b.Put(context.Background(), "lock", "")
	defer func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		s.b.Put(c, "lock", "")
	}()
	return s.b.Put(ctx, "k", "v")
}

func (s *server) undo(ctx context.Context) error {
	if err := s.b.Put(ctx, "k", "v"); err != nil {
		s.b.Put(context.Background(), "k", "")
		return err
	}
	return nil
}

func (s *server) afterDone(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return s.b.Put(context.Background(), "k", "")
	case <-time.After(time.Second):
	}
	<-ctx.Done()
	return s.b.Put(context.Background(), "k", "")
}

func (s *server) canceled(ctx context.Context) error {
	if ctx.Err() != nil {
		return s.b.Put(context.Background(), "k", "")
	}
	return nil
}

func (s *server) shutdown(ctx context.Context, srv *http.Server) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return srv.Shutdown(c)
}

func (s *server) onSignal(ctx context.Context) error {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	<-ch
	return s.b.Put(context.Background(), "k", "")
}

func (s *server) onPurpose(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return s.b.Put(c, "k", "v")
}

func (s *server) job(ctx context.Context) (string, error) {
	go func() {
		c, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		s.b.Put(c, "k", "v")
	}()
	go s.b.Put(context.Background(), "k", "v")
	time.AfterFunc(time.Second, func() { s.b.Put(context.Background(), "k", "v") })
	context.AfterFunc(ctx, func() { s.b.Put(context.Background(), "k", "v") })
	return s.b.Get(ctx, "k")
}

func (s *server) start(ctx context.Context) error {
	s.life, s.stop = context.WithCancel(context.Background())
	return s.b.Put(ctx, "k", "v")
}

func (s *server) logs(ctx context.Context) error {
	slog.InfoContext(context.Background(), "saved")
	return s.b.Put(ctx, "k", "v")
}

// An object that is made with a context may keep it.
type watcher struct{ ctx context.Context }

func newWatcher(ctx context.Context) (*watcher, error) { return &watcher{ctx}, nil }

func (s *server) makes(ctx context.Context) (*watcher, error) {
	return newWatcher(context.Background())
}

// What is closed later, or ended, has a context of its own.
type conn interface{ Close() error }

type dialer interface {
	Dial(ctx context.Context, addr string) (conn, error)
	Release(ctx context.Context) error
}

func (s *server) opens(ctx context.Context, d dialer) (conn, error) {
	return d.Dial(context.Background(), "db")
}

func (s *server) releases(ctx context.Context, d dialer) error {
	return d.Release(context.TODO())
}

// The function ends it itself.
func (s *server) managed(ctx context.Context) error {
	c, cancel := context.WithCancel(context.Background())
	defer cancel()
	return s.b.Put(c, "k", "v")
}

// No context is in reach.
func (s *server) alone() error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.b.Put(c, "k", "v")
}

func (s *server) given(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A function that is made here and runs elsewhere.
func (s *server) returns(ctx context.Context) func() error {
	return func() error { return s.b.Put(context.Background(), "k", "v") }
}
