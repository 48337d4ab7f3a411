package configured

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
)

type store struct{ client *clientv3.Client }

func newStore() (*store, error) {
	client, err := clientv3.New(clientv3.Config{MaxUnaryRetries: 4})
	if err != nil {
		return nil, err
	}
	return &store{client}, nil
}

func promoted(ctx context.Context) (err error) {
	client, err := clientv3.New(clientv3.Config{})
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = client.Get(ctx, "key"); err == nil { // want `up to 300 calls of .*Get per request: 3 attempts here x 100 in`
			return nil
		}
	}
	return err
}

func promotedAndSet(ctx context.Context) error {
	s, err := newStore()
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = s.client.Put(ctx, "key", "value"); err == nil { // want `up to 12 calls of .*Put per request: 3 attempts here x 4 in`
			return nil
		}
	}
	return err
}

// What holds the interface is made by the library, whichever field has it.
func promotedByPart(ctx context.Context, client *clientv3.Client) (err error) {
	client.KV = clientv3.NewKV(client)
	for range 3 {
		if _, err = client.KV.Get(ctx, "key"); err == nil {
			return nil
		}
	}
	return err
}

// A program's own implementation does what its body does.
type cached struct{}

func (cached) Get(context.Context, string, ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	return &clientv3.GetResponse{}, nil
}

func (cached) Put(context.Context, string, string, ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	return &clientv3.GetResponse{}, nil
}

func own(ctx context.Context) (err error) {
	client := &clientv3.Client{KV: cached{}}
	for range 3 {
		if _, err = client.KV.Get(ctx, "key"); err == nil {
			return nil
		}
	}
	return err
}
