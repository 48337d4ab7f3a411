// Package clients calls clients that repeat by themselves, configured by whoever
// knows how.
package clients

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
)

func configured(ctx context.Context, cfg *clientv3.Config) error {
	client, err := clientv3.New(*cfg)
	if err != nil {
		return err
	}
	for range 3 { // region: retry attempts=3 below=MaxUnaryRetries
		if _, err = client.Get(ctx, "key"); err == nil {
			return nil
		}
	}
	return err
}

type store struct{ client *clientv3.Client }

func newStore(cfg *clientv3.Config) (*store, error) {
	client, err := clientv3.New(*cfg)
	if err != nil {
		return nil, err
	}
	return &store{client}, nil
}

func (s *store) put(ctx context.Context) (err error) {
	for range 3 { // region: retry attempts=3 below=MaxUnaryRetries
		if _, err = s.client.Put(ctx, "key", "value"); err == nil {
			return nil
		}
	}
	return err
}

// It is told that it makes one attempt.
func once(ctx context.Context) error {
	client, err := clientv3.New(clientv3.Config{MaxUnaryRetries: 1})
	if err != nil {
		return err
	}
	for range 3 { // region: retry attempts=3 below=
		if _, err = client.Get(ctx, "key"); err == nil {
			return nil
		}
	}
	return err
}
