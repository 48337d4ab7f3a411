package predicates

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/grafana/dskit/backoff"
	"go.uber.org/zap"
)

// repaired repairs once; the logger ends the program.
func repaired(log *zap.Logger, path string) []byte {
	mended := false
	for { // region: retry attempts=2 errors=predicate
		data, err := os.ReadFile(path)
		if err != nil {
			if mended || !errors.Is(err, fs.ErrNotExist) {
				log.Fatal("cannot be repaired", zap.Error(err))
			}
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				log.Fatal("not repaired", zap.Error(err))
			}
			mended = true
			continue
		}
		return data
	}
}

// raced creates what it could not update, and goes on if another did.
func raced(s store, name string) error {
	for { // region: retry errors=predicate
		if err := s.Update(name); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err := s.Create(name); err != nil {
				if !errors.Is(err, fs.ErrExist) {
					return err
				}
				continue
			}
		}
		return nil
	}
}

type store interface {
	Update(name string) error
	Create(name string) error
}

// measured reads what it hands to a closure in the head of the loop, too.
func (r *reader) measured(s store, name string) (err error) {
	for b := backoff.New(context.Background(), r.config); b.Ongoing(); b.Wait() { // region: retry errors=all
		err = timed(func() error { return s.Update(r.prefix + name) })
		if err == nil {
			return nil
		}
	}
	return err
}

type reader struct {
	config backoff.Config
	prefix string
}

func timed(run func() error) error { return run() }
