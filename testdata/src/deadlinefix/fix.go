// Package deadlinefix has faults that can be mended, and some that cannot
// without a person.
package deadlinefix

import (
	"context"
	"net/http"
	"time"
)

type backend interface {
	Get(ctx context.Context, key string) (string, error)
}

type point struct{ x, y int }

func background(ctx context.Context, b backend) (string, error) {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `although ctx is in reach`
	defer cancel()
	return b.Get(c, "k")
}

func todo(w http.ResponseWriter, r *http.Request, b backend) {
	if _, err := b.Get(context.TODO(), "k"); err != nil { // want `although r.Context\(\) is in reach`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func request(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil) // want `a request without a context although ctx is in reach`
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func sleeps(ctx context.Context, b backend) (v string, n int, p *point, ok bool, err error) {
	for i := range 5 {
		if v, err = b.Get(ctx, "k"); err == nil {
			return v, i, nil, true, nil
		}
		time.Sleep(time.Duration(i+1) * time.Second) // want `time.Sleep between attempts of .* does not end with ctx`
	}
	return "", 0, nil, false, err
}

// A wait in the branch of a switch, and a request that a handler sends.
func branches(ctx context.Context, b backend) (err error) {
	for i := range 3 {
		switch _, err = b.Get(ctx, "k"); {
		case err == nil:
			return nil
		case i < 2:
			time.Sleep(time.Second) // want `does not end with ctx`
		}
	}
	return err
}

func handle(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequest("GET", "http://a", r.Body) // want `a request without a context although r.Context\(\) is in reach`
	if err == nil {
		_, err = http.DefaultClient.Do(req)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// No error tells the caller that the wait was cut short.
func silent(ctx context.Context, b backend) string {
	for range 5 {
		if v, err := b.Get(ctx, "k"); err == nil {
			return v
		}
		time.Sleep(time.Second) // want `does not end with ctx`
	}
	return ""
}

// A struct has no zero value of one word.
func structure(ctx context.Context, b backend) (point, error) {
	var err error
	for range 5 {
		if _, err = b.Get(ctx, "k"); err == nil {
			return point{1, 2}, nil
		}
		time.Sleep(time.Second) // want `does not end with ctx`
	}
	return point{}, err
}

// The name of the context means something else there.
func hidden(ctx context.Context, b backend) (string, error) {
	{
		ctx := "not a context"
		_ = ctx
		return b.Get(context.Background(), "k") // want `although ctx is in reach`
	}
}
