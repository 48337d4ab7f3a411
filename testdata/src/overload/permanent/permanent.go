// Package permanent retries what waiting cannot cure.
package permanent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"google.golang.org/grpc"
)

// AnyStatus repeats each answer but one.
func AnyStatus(ctx context.Context, url string) ([]byte, error) {
	for range 5 {
		resp, err := http.Get(url) // want `401, 403, 400 and 422 are retried, up to 5 attempts of http\.Get: waiting does not cure them`
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return body, err
		}
		wait(ctx, resp)
	}
	return nil, errors.New("gave up")
}

func wait(ctx context.Context, resp *http.Response) {
	if resp.Header.Get("Retry-After") != "" {
		time.Sleep(time.Minute)
	}
	time.Sleep(time.Second)
}

// Statements repeats a statement after each failure.
func Statements(ctx context.Context, db *sql.DB, q string) (err error) {
	for range 5 {
		if _, err = db.ExecContext(ctx, q); err == nil { // want `every failure is retried, syntax errors and constraint violations included, up to 5 attempts of \(\*sql\.DB\)\.ExecContext`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Client is what protoc makes.
type Client interface {
	Get(ctx context.Context, key string, opts ...grpc.CallOption) (string, error)
}

// Calls repeats an RPC after each failure.
func Calls(ctx context.Context, c Client, key string) (v string, err error) {
	for range 5 {
		if v, err = c.Get(ctx, key); err == nil { // want `every failure is retried, InvalidArgument and PermissionDenied included`
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

// Fetch repeats a request whose status became an error.
func Fetch(ctx context.Context, url string) (err error) {
	for range 5 {
		if err = fetch(ctx, url); err == nil { // want `every failure is retried, 400 and 403 included`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Below, nothing is reported.

// Opaque repeats something of which nothing is known.
func Opaque(ctx context.Context, op func(context.Context) error) (err error) {
	for range 5 {
		if err = op(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// ErrBusy may pass.
var ErrBusy = errors.New("busy")

// Chosen repeats one error only.
func Chosen(ctx context.Context, db *sql.DB, q string) (err error) {
	for range 5 {
		if _, err = db.ExecContext(ctx, q); !errors.Is(err, ErrBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Tells says itself whether to go on.
func Tells(ctx context.Context, url string) error {
	for i := 0; ; i++ {
		more, err := ask(ctx, url)
		if !more || i > 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func ask(ctx context.Context, url string) (more bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return resp.StatusCode == http.StatusBadGateway, fmt.Errorf("status %d", resp.StatusCode)
	}
	return false, nil
}
