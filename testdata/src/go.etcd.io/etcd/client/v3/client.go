// Package clientv3 stands for a client whose methods are those of interfaces
// that it holds.
package clientv3

import (
	"context"
	"net/http"
)

type Config struct {
	Endpoints       []string
	MaxUnaryRetries uint
}

type GetResponse struct{}

type OpOption func()

type KV interface {
	Get(ctx context.Context, key string, opts ...OpOption) (*GetResponse, error)
	Put(ctx context.Context, key, value string, opts ...OpOption) (*GetResponse, error)
}

type Client struct {
	KV
	cfg Config
}

func New(cfg Config) (*Client, error) {
	c := &Client{cfg: cfg}
	c.KV = NewKV(c)
	return c, nil
}

type kv struct{ c *Client }

func NewKV(c *Client) KV { return &kv{c} }

func (k *kv) Get(ctx context.Context, key string, opts ...OpOption) (*GetResponse, error) {
	return k.send(ctx, key)
}

func (k *kv) Put(ctx context.Context, key, value string, opts ...OpOption) (*GetResponse, error) {
	return k.send(ctx, key)
}

func (k *kv) send(ctx context.Context, key string) (*GetResponse, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, k.c.cfg.Endpoints[0], nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return &GetResponse{}, resp.Body.Close()
}
