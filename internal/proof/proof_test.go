package proof

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// A proof is one function of a package beside this file, which configures a
// library as a user would, and the record that says what becomes of it.
type proof struct {
	record string
	run    any
	// status is that of the answers, for what sends HTTP requests; 0 for a
	// connection that is lost.
	status int
	header http.Header
	body   string
	// serve is what answers, for what dials.
	serve server
	// shares says that the library keeps timers or channels for whoever comes
	// next, which virtual time does not allow: it runs in real time.
	shares bool
	// late says that it takes a while until the first attempt.
	late bool
	// unknown says that retryvet does not claim to know it: it names fewer
	// layers than there are.
	unknown bool
}

// TestAttempts runs each function with an operation that always fails, counts
// the attempts, and compares with what retryvet says of that function.
func TestAttempts(t *testing.T) {
	t.Setenv("AWS_CA_BUNDLE", "") // else the SDK wants to change the transport
	said := inventory(t)
	for _, p := range proofs() {
		name := functionName(p.run)
		t.Run(name, func(t *testing.T) {
			want := said[name] // no row: nothing is repeated
			got := count(t, p)
			if p.unknown && want.below(got) {
				t.Logf("unknown: %v counted, retryvet says %v", got, want)
			} else if !want.fits(got) {
				t.Errorf("%v counted, retryvet says %v", got, want)
			}
		})
	}
}

// TestShapes does the same for clients and policies that other packages
// configure. Of these retryvet may know less than there is, and never anything
// that is wrong.
func TestShapes(t *testing.T) {
	t.Setenv("AWS_CA_BUNDLE", "")
	said := inventory(t)
	right := 0
	for _, p := range configured() {
		name := functionName(p.run)
		t.Run(name, func(t *testing.T) {
			want := said[name]
			got := count(t, p)
			switch {
			case want.fits(got):
				right++
			case want.below(got):
				t.Logf("unknown: %v counted, retryvet says %v", got, want)
			default:
				t.Errorf("%v counted, retryvet says %v", got, want)
			}
		})
	}
	t.Logf("%d of %d are right, the others unknown", right, len(configured()))
}

// TestProved compares what the records say of themselves with the proofs.
func TestProved(t *testing.T) {
	proved := make(map[string]bool)
	for _, p := range proofs() {
		proved[p.record] = proved[p.record] || !p.unknown
	}
	files, err := filepath.Glob("../known/data/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no data: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		record := ""
		for line := range strings.Lines(string(data)) {
			switch words := strings.Fields(line); {
			case len(words) < 2:
			case words[0] == "record":
				record = words[1]
			case words[0] == "proved":
				if says := words[1] == "yes"; says != proved[record] {
					t.Errorf("%s: %s says proved %s; proofs: %v", filepath.Base(file), record, words[1], proved[record])
				}
				delete(proved, record)
			}
		}
	}
	for record := range proved {
		t.Errorf("there is no record %s", record)
	}
}

// functionName is the import path below this module and the name.
func functionName(f any) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return strings.TrimPrefix(name, "github.com/retryvet/retryvet/internal/proof/")
}

// enough is how often an operation fails before it gives in: what goes on so
// long has no limit.
const enough = 500

// A counted is what a run shows.
type counted struct {
	attempts int
	last     time.Duration // after the beginning: the last attempt
	took     time.Duration // until it gave up
	endless  bool          // it was still going on
	err      error         // what was returned in the end
}

func (c counted) String() string {
	if c.endless {
		return fmt.Sprintf("more than %d attempts", enough)
	}
	return fmt.Sprintf("%d attempts, the last after %v (in the end: %v)", c.attempts, c.last, c.err)
}

var errFailed = errors.New("failed")

// count runs f in virtual time, if it can.
func count(t *testing.T, p proof) (c counted) {
	run := synctest.Test
	if p.shares {
		run = func(t *testing.T, f func(*testing.T)) { t.Run("now", f) }
	}
	run(t, func(t *testing.T) {
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("panic: %v", r)
			}
		}()
		start := time.Now()
		var mu sync.Mutex
		op := func() error {
			mu.Lock()
			defer mu.Unlock()
			c.attempts++
			c.last = time.Since(start)
			if c.attempts >= enough {
				c.endless = true
				return nil
			}
			return errFailed
		}
		var err error
		switch f := p.run.(type) {
		case func(func() error) error:
			err = f(op)
		case func(context.Context, func() error) error:
			err = f(t.Context(), op)
		case func(context.Context, func(context.Context) error) error:
			err = f(t.Context(), func(ctx context.Context) error { return hang(ctx, op()) })
		case func(*http.Client) error:
			err = f(&http.Client{Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
				return p.answer(req, op())
			})})
		case func(dialer) error:
			err = f(serve(t, p.serve, op))
		case func(driver.Connector) error:
			err = f(connector{op})
		default:
			t.Fatalf("nobody knows how to run a %T", f)
		}
		c.err, c.took = err, time.Since(start)
	})
	return c
}

// hang waits until the context ends, unless the operation has succeeded.
func hang(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

// As a status, timedOut stands for an answer that does not come in time, and
// hangs for one that never does.
const (
	timedOut = -1
	hangs    = -2
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// answer is what comes of a request when the operation has failed, or not.
func (p proof) answer(req *http.Request, err error) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
	}
	status := p.status
	switch {
	case err == nil:
		status = http.StatusOK
	case status == 0:
		return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	case status == hangs:
		return nil, hang(req.Context(), err)
	case status == timedOut:
		return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ETIMEDOUT}
	}
	header := p.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	body := "{}"
	if err != nil && p.body != "" {
		body = p.body
	}
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}, nil
}

// A statement is what retryvet says of a function: the attempts of its outermost
// retry, and those of the layers below.
type statement struct {
	layers []amount
	times  times
}

func (s statement) String() string { return fmt.Sprint(s.layers) }

// An amount is a number or a text.
type amount string

func (a *amount) UnmarshalJSON(text []byte) error {
	*a = amount(strings.Trim(string(text), `"`))
	return nil
}

// fits reports whether retryvet says neither more nor less than was counted.
func (s statement) fits(c counted) bool {
	product := 1
	for _, l := range s.layers {
		n, err := strconv.Atoi(string(l))
		switch {
		case err == nil:
			product *= n
		case l == "unbounded":
			return c.endless
		default:
			limit, err := time.ParseDuration(string(l))
			// The wait before the last attempt starts before the time is up, and
			// waits are no longer than half of what has passed.
			limit *= time.Duration(product)
			return err == nil && !c.endless && c.last <= limit*3/2 && c.last >= limit/3
		}
	}
	return !c.endless && product == c.attempts
}

// below reports whether retryvet says less than was counted, and nothing else.
func (s statement) below(c counted) bool {
	product := 1
	for _, l := range s.layers {
		n, err := strconv.Atoi(string(l))
		switch {
		case err == nil:
			product *= n
		case l == "unbounded", l == "time-bound":
			return false
		default: // nothing, or the name of a setting
			product *= 1
		}
	}
	return c.endless || product <= c.attempts
}

var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "retryvet")
	if err != nil {
		return "", err
	}
	tool := filepath.Join(dir, "retryvet")
	out, err := exec.Command("go", "build", "-C", "../..", "-o", tool, "./cmd/retryvet").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return tool, nil
})

var show = flag.Bool("show", false, "print what retryvet says")

var (
	inventoryOnce sync.Once
	inventoryOf   map[string]statement
)

// inventory runs retryvet over this module, once, and returns what it says of
// each function.
func inventory(t *testing.T) map[string]statement {
	t.Helper()
	inventoryOnce.Do(func() { inventoryOf = runInventory(t) })
	return inventoryOf
}

func runInventory(t *testing.T) map[string]statement {
	t.Helper()
	tool, err := command()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd := exec.Command(tool, "inventory", "-format=json", "./...")
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.Bytes())
	}
	all := make(map[string]statement)
	for line := range bytes.Lines(out) {
		var row struct {
			Class, Kind, Func, File string
			Within                  amount
			Attempts                amount
			Below                   []amount
			Time                    times
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if *show {
			t.Logf("%s", line)
		}
		switch row.Class {
		case "retry", "poll", "poll-err":
		case "periodic":
			row.Attempts = "unbounded" // whatever comes of it
		default:
			continue
		}
		if row.Kind == "client-config" {
			continue
		}
		name := filepath.ToSlash(filepath.Dir(row.File)) + "." + row.Func
		if _, ok := all[name]; !ok {
			if row.Attempts == "time-bound" {
				row.Attempts = row.Within
			}
			all[name] = statement{append([]amount{row.Attempts}, row.Below...), row.Time}
		}
	}
	return all
}
