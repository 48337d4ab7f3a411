// Package jumps has retries without a loop statement.
package jumps

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"path"
	"strings"
	"time"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func label(url string) error {
	n := 0
again:
	err := get(url) // region: retry kind=goto attempts=4 delay=fixed
	if err != nil && n < 3 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return err
}

func endlessLabel(url string) {
again:
	if err := get(url); err != nil { // region: retry kind=goto attempts=unbounded delay=fixed
		time.Sleep(time.Second)
		goto again
	}
}

func once(url string) error {
	retried := false
again:
	err := get(url) // region: retry kind=goto attempts=2 delay=none
	if err != nil && !retried {
		retried = true
		goto again
	}
	return err
}

func recursive(url string, left int) error {
	err := get(url)
	if err == nil || left == 0 {
		return err
	}
	time.Sleep(time.Second)
	return recursive(url, left-1) // region: retry kind=recursion delay=fixed
}

func endlessRecursion(url string) {
	if get(url) == nil {
		return
	}
	time.Sleep(time.Second)
	endlessRecursion(url) // region: retry kind=recursion attempts=unbounded
}

func send(url string, failures int) error {
	if err := get(url); err != nil {
		return handle(url, failures, err)
	}
	return nil
}

func handle(url string, failures int, err error) error {
	if failures+1 >= 5 {
		return err
	}
	return send(url, failures+1) // region: retry kind=recursion attempts=5
}

func start(url string) error { return send(url, 0) }

// Straight-line redo after a repair.

type session struct{ token string }

var errExpired = errors.New("expired")

func (s *session) login() error {
	resp, err := http.PostForm("https://example.com/login", nil)
	if err != nil {
		return err
	}
	s.token = resp.Header.Get("Token")
	return resp.Body.Close()
}

func (s *session) call() error {
	resp, err := http.Get("https://example.com/?token=" + s.token)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnauthorized {
		return errExpired
	}
	return nil
}

func (s *session) repaired() error {
	err := s.call()
	if errors.Is(err, errExpired) {
		if err := s.login(); err != nil {
			return err
		}
		err = s.call() // region: retry kind=sequential attempts=2 delay=none errors=predicate
	}
	return err
}

func (s *session) straight() error {
	if err := s.call(); err == nil {
		return nil
	}
	time.Sleep(time.Second)
	return s.call() // region: retry kind=sequential attempts=2 delay=fixed errors=all
}

// Near misses.

// cleanup does another thing after a failure, not the same one.
func cleanup(url string) error {
	if err := get(url); err != nil {
		return get(url + "/cleanup")
	}
	return nil
}

// twice does the same thing again because it went well.
func twice(url string) error {
	if err := get(url); err != nil {
		return err
	}
	return get(url)
}

// create makes the folder and tries again, which is a repair.
func create(dir, name string) (*os.File, error) {
	f, err := os.Create(dir + "/" + name)
	if os.IsNotExist(err) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		f, err = os.Create(dir + "/" + name) // region: retry kind=sequential attempts=2 errors=predicate
	}
	return f, err
}

// walk calls itself for what is below.
func walk(urls map[string][]string, url string) error { // region: none|nextitem
	if err := get(url); err != nil {
		return err
	}
	for _, below := range urls[url] { // region: none|nextitem
		if err := walk(urls, below); err != nil {
			return err
		}
	}
	return nil
}

// parent looks one step higher when there is nothing here.
func parent(dir string) (string, error) { // region: none|nextitem|failover
	if _, err := os.ReadFile(dir + "/go.mod"); err == nil {
		return dir, nil
	}
	if dir == "/" {
		return "", os.ErrNotExist
	}
	return parent(dir + "/..")
}

type api struct {
	base string
	http *http.Client
}

type call struct {
	method, path string
	body         func() string
	of           *api
}

func (a *api) call(method, path string) *call {
	return &call{method: method, path: path, of: a}
}

func (c *call) do() error {
	req, err := http.NewRequest(c.method, c.of.base+c.path, strings.NewReader(c.body()))
	if err != nil {
		return err
	}
	resp, err := c.of.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// probe asks whether a thing exists and then sends it: two requests in one
// variable, made by one object.
func (a *api) probe(thing string, log func(error)) error { // region: none
	c := a.call(http.MethodHead, thing)
	if err := c.do(); err != nil {
		log(err)
	}
	c = a.call(http.MethodPut, thing)
	c.body = func() string { return thing + c.path }
	return c.do()
}

// fallback sends another request after the first failed.
func (a *api) fallback(thing string) error { // region: none
	c := a.call(http.MethodPost, thing)
	if err := c.do(); err != nil {
		c = a.call(http.MethodPut, thing+"/old")
		c.body = func() string { return thing + c.path }
		return c.do()
	}
	return nil
}

// anew makes the same request once more.
func (a *api) anew(thing string) error {
	c := a.call(http.MethodPost, thing)
	if err := c.do(); err != nil { // region: retry kind=sequential attempts=2 errors=all
		c = a.call(http.MethodPost, thing)
		c.body = func() string { return thing + c.path }
		return c.do()
	}
	return nil
}

// cloned sends a copy of the request that failed.
func (a *api) cloned(req *http.Request) (*http.Response, error) {
	resp, err := a.http.Do(req)
	if err != nil {
		return a.http.Do(req.Clone(req.Context())) // region: retry kind=sequential attempts=2 errors=all
	}
	return resp, nil
}

type source interface {
	Next() bool
	Err() error
}

// reader keeps the error of what it reads from.
type reader struct{ from, beside source }

func (r *reader) Err() error {
	if err := r.from.Err(); err != nil {
		return err
	}
	return r.beside.Err()
}

// checked asks for the error twice: to see whether there is one, and to tell it.
func checked(r *reader, log func(error)) error { // region: none|nextitem
	for r.from.Next() {
		log(nil)
	}
	if r.Err() != nil {
		log(r.Err())
		return errExpired
	}
	return nil
}

// refused expects failures: after a success it does not go on.
func refused(s *session, fatal *log.Logger) error { // region: none
	if err := s.call(); err == nil {
		fatal.Fatal("it was let in")
	}
	s.token = "none"
	err := s.call()
	if err == nil {
		fatal.Fatal("it was let in")
	}
	return nil
}

type thing struct{ name, alias string }

type shelf struct{ url string }

// put writes a thing under its name, and before that, if nothing is there yet,
// under its other name.
func (s *shelf) put(name string, t thing) error { // region: none
	err := get(s.url + name)
	if err != nil && name != t.alias {
		log.Printf("new: %+v", &t)
		if err := s.put(t.alias, t); err != nil {
			return err
		}
	}
	return err
}

// make makes a folder, and before that the one that it lies in.
func (s *shelf) make(ctx context.Context, name string) error { // region: none
	err := get(s.url + name)
	if err != nil && name != "" {
		return s.makeAbove(ctx, name)
	}
	return err
}

func (s *shelf) makeAbove(ctx context.Context, name string) error { // region: none
	above := path.Dir(name)
	if above == "." {
		above = ""
	}
	return s.make(ctx, above)
}

// list asks for all that lies below, or for less if that is refused.
func (s *shelf) list(ctx context.Context, name, depth string) error { // region: none
	err := get(s.url + name + "?depth=" + depth)
	if err != nil && depth != "0" {
		return s.list(ctx, name, "0")
	}
	return err
}
