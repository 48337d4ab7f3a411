// Package bank is the lowest layer: it makes up to 3 requests.
package bank

import (
	"context"
	"net/http"
)

// A Bank is reached over HTTP.
type Bank struct{ URL string }

// Balance asks for a balance.
func (b *Bank) Balance(ctx context.Context, id string) (string, error) {
	tries := 0
again:
	resp, err := http.Get(b.URL + id)
	if err != nil {
		if tries++; tries < 3 {
			goto again
		}
		return "", err
	}
	defer resp.Body.Close()
	return resp.Status, nil
}
