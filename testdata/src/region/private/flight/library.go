package flight

import (
	"time"

	"github.com/pkg/errors"
)

var (
	errTurn    = errors.New("another turn")
	errTooLong = errors.New("took too long")
)

// A Turns runs one function for each key at a time.
type Turns[T any] struct{ taken map[string]bool }

// Do goes on while the key is taken.
func (t *Turns[T]) Do(key string, fn func() (T, error)) (v T, err error) {
	var wait time.Duration
	for { // region: retry
		v, err = t.do(key, fn)
		if err == nil || !errors.Is(err, errTurn) {
			return v, err
		}
		if wait >= time.Second {
			return v, errors.Wrapf(errTooLong, "turns")
		}
		wait += time.Millisecond
		time.Sleep(wait)
	}
}

func (t *Turns[T]) do(key string, fn func() (T, error)) (v T, err error) {
	if t.taken[key] {
		return v, errTurn
	}
	return fn()
}
