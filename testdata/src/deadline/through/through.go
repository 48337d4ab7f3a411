// Package through has functions with a context that call some without: by
// mistake, and on purpose.
package through

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

type backend interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

type client struct {
	b      backend
	http   *http.Client
	db     *sql.DB
	once   sync.Once
	token  string
	failed error
}

// The convenient form of a method is used where there is a context.
func (c *client) GetContext(ctx context.Context, key string) (string, error) {
	return c.b.Get(ctx, key)
}

func (c *client) Get(key string) (string, error) {
	return c.GetContext(context.Background(), key)
}

func (c *client) both(ctx context.Context) (string, error) {
	if err := c.b.Put(ctx, "a", "b"); err != nil {
		return "", err
	}
	return c.Get("k") // want `^\(\*through.client\).Get gets no context although ctx is in reach: \(\*through.client\).GetContext with context.Background \(through.go:35\) goes on when the caller gives up$`
}

// Over several functions, and a closure that runs at once.
func (c *client) Show(w http.ResponseWriter, r *http.Request) {
	v, err := c.page() // want `^\(\*through.client\).page gets no context although r.Context\(\) is in reach: through \(\*through.client\).body \(through.go:55\), \(\*through.client\).fetch \(through.go:62\), \(\*http.Client\).Do \(through.go:71\) goes on when the caller gives up$`
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(v))
}

func (c *client) page() (string, error) { return c.body() }

func (c *client) body() (v string, err error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		v, err = c.fetch()
	}()
	wg.Wait()
	return v, err
}

func (c *client) fetch() (string, error) {
	for _, u := range []string{"http://a", "http://b"} {
		req, _ := http.NewRequest(http.MethodGet, u, nil)
		if resp, err := c.http.Do(req); err == nil {
			return resp.Status, resp.Body.Close()
		}
	}
	return "", errors.New("none")
}

// A timeout limits it, and the caller does not.
func (c *client) reload(ctx context.Context) error {
	if c.load() == nil { // want `load gets no context although ctx is in reach: a timeout of 5s \(through.go:87\) goes on when the caller gives up$`
		return nil
	}
	return c.b.Put(ctx, "loaded", "no")
}

func (c *client) load() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return c.b.Put(ctx, "k", "v")
}

// The standard library has forms with a context.
func (c *client) plain(ctx context.Context) error {
	resp, err := c.http.Get("http://a") // want `^\(\*http.Client\).Get takes no context although ctx is in reach: it goes on when the caller gives up$`
	if err != nil {
		return err
	}
	if _, err := c.db.Exec("DELETE FROM t"); err != nil { // want `^\(\*sql.DB\).Exec takes no context although ctx is in reach`
		return err
	}
	return resp.Body.Close()
}

func (c *client) rows(ctx context.Context) error { return c.count() } // want `count gets no context although ctx is in reach: \(\*sql.DB\).QueryRow \(through.go:108\) goes on when the caller gives up$`

func (c *client) count() error {
	var n int
	return c.db.QueryRow("SELECT COUNT(*) FROM t").Scan(&n)
}

// From here on nothing is wrong.

// A transaction ends with the context that began it.
func (c *client) within(ctx context.Context) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM t"); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// What is made once is for all callers.
func (c *client) shared(ctx context.Context) (string, error) {
	if err := c.auth(); err != nil {
		return "", err
	}
	return c.b.Get(ctx, c.token)
}

func (c *client) auth() error {
	c.once.Do(func() { c.token, c.failed = c.b.Get(context.Background(), "token") })
	return c.failed
}

// What is undone has to be undone.
func (c *client) undone(ctx context.Context) error {
	if err := c.b.Put(ctx, "k", "v"); err != nil {
		return errors.Join(err, c.undo())
	}
	return nil
}

func (c *client) undo() error { return c.b.Put(context.Background(), "k", "") }

// So has what is closed.
func (c *client) Close() error { return c.b.Put(context.Background(), "open", "no") }

func (c *client) use(ctx context.Context) error {
	if err := c.b.Put(ctx, "k", "v"); err != nil {
		return err
	}
	return c.Close()
}

// Nobody waits for the outcome.
func (c *client) notes(ctx context.Context) error {
	c.note()
	_ = c.tell()
	go c.tell()
	defer c.tell()
	return c.b.Put(ctx, "k", "v")
}

func (c *client) note() {
	if err := c.b.Put(context.Background(), "note", "x"); err != nil {
		slog.Warn("no note", "err", err)
	}
}

func (c *client) tell() error { return c.b.Put(context.Background(), "tell", "x") }

// No context is in reach.
func (c *client) alone() error {
	_, err := c.http.Get("http://a")
	return errors.Join(err, c.lonely())
}

func (c *client) lonely() error { return c.b.Put(context.Background(), "k", "v") }

// A job that nobody waits for.
func (c *client) begins(ctx context.Context) error {
	if err := c.job(); err != nil {
		return err
	}
	return c.b.Put(ctx, "k", "v")
}

func (c *client) job() error {
	if c.failed != nil {
		return c.failed
	}
	go func() { _ = c.b.Put(context.Background(), "job", "done") }()
	return nil
}

// It is handed what ends it.
func (c *client) handed(ctx context.Context, r *http.Request) error {
	return c.send(r.WithContext(ctx))
}

func (c *client) send(r *http.Request) error {
	resp, err := c.http.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Two closures that call each other run where one of them is called.
func (c *client) walk(ctx context.Context, depth int) error {
	var down, up func(int) error
	down = func(n int) error {
		if n == 0 {
			return c.b.Put(context.Background(), "down", "0") // want `\(through.backend\).Put gets context.Background although ctx is in reach`
		}
		return up(n - 1)
	}
	up = func(n int) error { return down(n) }
	return down(depth)
}

// Nobody calls them.
func (c *client) unwalked(ctx context.Context) error {
	var down, up func(int) error
	down = func(n int) error { return errors.Join(up(n-1), c.b.Put(context.Background(), "down", "0")) }
	up = func(n int) error { return down(n) }
	_ = up
	return nil
}
