// Package helpers runs an operation by helpers of bigger programs, and by what runs
// it once.
package helpers

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func Once(op func() error) error {
	return twice(func() (err error) {
		var once sync.Once
		once.Do(func() { err = op() })
		return err
	})
}

func Group(op func() error) error {
	return twice(func() (err error) {
		var group sync.WaitGroup
		group.Go(func() { err = op() })
		group.Wait()
		return err
	})
}

func AfterDone(ctx context.Context, op func() error) error {
	return twice(func() error {
		ctx, cancel := context.WithCancel(ctx)
		result := make(chan error)
		context.AfterFunc(ctx, func() { result <- op() })
		cancel()
		return <-result
	})
}

func AfterTime(op func() error) error {
	return twice(func() error {
		result := make(chan error)
		time.AfterFunc(0, func() { result <- op() })
		return <-result
	})
}

func Single(op func() error) error {
	var group singleflight.Group
	return twice(func() error {
		_, err, _ := group.Do("key", func() (any, error) { return nil, op() })
		return err
	})
}

func SingleChannel(op func() error) error {
	var group singleflight.Group
	return twice(func() error {
		r := <-group.DoChan("key", func() (any, error) { return nil, op() })
		return r.Err
	})
}

func Errors(ctx context.Context, op func() error) error {
	return twice(func() error {
		group, _ := errgroup.WithContext(ctx)
		group.Go(op)
		return group.Wait()
	})
}

func ErrorsTry(op func() error) error {
	return twice(func() error {
		var group errgroup.Group
		group.TryGo(func() error { return op() })
		return group.Wait()
	})
}

// bolt opens a new database and removes it in the end.
func bolt(use func(*bbolt.DB) error) error {
	dir, err := os.MkdirTemp("", "retryvet")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := bbolt.Open(filepath.Join(dir, "db"), 0o600, nil)
	if err != nil {
		return err
	}
	defer db.Close()
	return use(db)
}

func BoltUpdate(op func() error) error {
	return bolt(func(db *bbolt.DB) error {
		return twice(func() error {
			return db.Update(func(*bbolt.Tx) error { return op() })
		})
	})
}

func BoltView(op func() error) error {
	return bolt(func(db *bbolt.DB) error {
		return twice(func() error {
			return db.View(func(*bbolt.Tx) error { return op() })
		})
	})
}

func BoltBatch(op func() error) error {
	return bolt(func(db *bbolt.DB) error {
		return twice(func() error {
			return db.Batch(func(*bbolt.Tx) error { return op() })
		})
	})
}
