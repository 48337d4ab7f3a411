// Package inside has both layers in one package, and leaves it to others to put
// one over the other.
package inside

import (
	"context"
	"net/http"
)

// A Provider answers.
type Provider interface {
	Complete(ctx context.Context, prompt string) error
}

type direct struct{ url string }

// NewDirect returns a provider that makes up to 3 requests.
func NewDirect(url string) Provider { return &direct{url} }

func (d *direct) Complete(ctx context.Context, prompt string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = http.Get(d.url + prompt); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

type resilient struct{ next Provider }

// NewResilient returns a provider that asks another up to twice.
func NewResilient(next Provider) Provider { return &resilient{next} }

func (r *resilient) Complete(ctx context.Context, prompt string) (err error) {
	for range 2 {
		if err = r.next.Complete(ctx, prompt); err == nil { // want `up to 6 calls of http.Get per request: 2 attempts here x 3 in \(\*direct\).Complete \(inside.go:\d+\)$`
			return nil
		}
	}
	return err
}
