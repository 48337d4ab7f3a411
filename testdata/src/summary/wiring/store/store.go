// Package store repeats its own writes, out of sight behind an unexported type.
package store

import "errors"

type backend interface{ write(key string) error }

type disk struct{}

func (disk) write(string) error { return errors.New("full") }

type retrying struct {
	b       backend
	retries int
}

// Writer is what callers see.
type Writer interface{ Put(key string) error }

func New(retries int) Writer { return &retrying{b: disk{}, retries: retries} }

func (r *retrying) Put(key string) error {
	err := r.b.write(key)
	for i := 0; i < r.retries; i++ {
		if err = r.b.write(key); err == nil {
			return nil
		}
	}
	return err
}
