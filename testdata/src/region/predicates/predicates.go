// Package predicates has retries of some errors, and none of others.
package predicates

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// An ErrStatus is an answer that is no success.
type ErrStatus struct{ Code int }

func (e *ErrStatus) Error() string { return http.StatusText(e.Code) }

var (
	errBusy  = errors.New("busy")
	errWrong = errors.New("wrong")
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusConflict:
		return errBusy
	case http.StatusBadRequest:
		return errWrong
	}
	return &ErrStatus{resp.StatusCode}
}

func retryable(err error) bool {
	var status *ErrStatus
	if errors.As(err, &status) {
		return status.Code >= 500
	}
	return errors.Is(err, errBusy)
}

func isPermanent(err error) bool { return errors.Is(err, errWrong) }

func shouldStop(err error) bool {
	return err == nil || errors.Is(err, errWrong) || errors.Is(err, context.Canceled)
}

func sentinel(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = get(url)
		if !errors.Is(err, errBusy) {
			return err
		}
	}
	return err
}

func compared(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		if err = get(url); err != errBusy {
			break
		}
	}
	return err
}

func as(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = get(url)
		var status *ErrStatus
		if !errors.As(err, &status) || status.Code < 500 {
			return err
		}
	}
	return err
}

func positive(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		if err = get(url); err == nil || !retryable(err) {
			return err
		}
	}
	return err
}

func negative(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = get(url)
		if err == nil {
			return nil
		}
		if isPermanent(err) {
			return err
		}
	}
	return err
}

// nilToPredicate hands a nil error to the predicate, which says so.
func nilToPredicate(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		if err = get(url); shouldStop(err) {
			return err
		}
	}
	return err
}

func inHead(url string) error {
	err := get(url)
	for i := 0; i < 2 && retryable(err); i++ { // region: retry attempts=3 errors=predicate
		err = get(url)
	}
	return err
}

// A predicate that waits as well.

type waiter struct{ left int }

func (w *waiter) backoff() (exhausted bool) {
	if w.left == 0 {
		return true
	}
	w.left--
	time.Sleep(time.Second)
	return false
}

func thatWaits(url string) error {
	w := &waiter{left: 2}
	for { // region: retry errors=predicate delay=fixed
		err := get(url)
		if err == nil {
			return nil
		}
		if retryable(err) && !w.backoff() {
			continue
		}
		return err
	}
}

func network(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = get(url)
		var netErr net.Error
		if errors.As(err, &netErr) && netErr.Timeout() {
			continue
		}
		return err
	}
	return err
}

func byText(url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		err = get(url)
		if err == nil || !strings.Contains(err.Error(), "connection reset") {
			return err
		}
	}
	return err
}

func byFunction(url string, again func(error) bool) (err error) {
	for range 3 { // region: retry attempts=3 errors=predicate
		if err = get(url); err == nil || !again(err) {
			return err
		}
	}
	return err
}

// onlyCancellation repeats everything as long as the caller is there: that is
// the context, not a choice of errors.
func onlyCancellation(ctx context.Context, url string) (err error) {
	for range 3 { // region: retry attempts=3 errors=all
		if err = get(url); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Near misses: each error ends them.

func notFoundIsFine(db *sql.DB, names []string) error {
	for _, name := range names { // region: nextitem|none
		err := db.QueryRow("SELECT id FROM users WHERE name = $1", name).Scan(new(int))
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func readAll(r io.Reader, buf []byte) (n int, err error) {
	for err == nil { // region: stream|none
		var m int
		m, err = r.Read(buf)
		n += m
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}
