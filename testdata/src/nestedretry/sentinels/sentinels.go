// Package sentinels repeats after errors that have names.
package sentinels

import (
	"context"
	"errors"
	"os"
	"time"

	"nestedretry/sentinels/codes"
	"nestedretry/sentinels/content"
)

type reader interface {
	Read(ctx context.Context, name string) ([]byte, error)
}

type manager struct{ from reader }

func newManager() *manager { return &manager{from: &content.Manager{}} }

// load begins again after one failure alone, which the layer below does not give
// up with: nobody can tell that it does.
func (m *manager) load(ctx context.Context) ([]byte, error) {
	for {
		data, err := m.from.Read(ctx, "index")
		if err == nil {
			return data, nil
		}
		if errors.Is(err, content.ErrNotFound) {
			continue
		}
		return nil, err
	}
}

// coded begins again after an error that its own closure makes of an answer.
func (m *manager) coded(ctx context.Context, code func([]byte) error) error {
	return again(func() error {
		data, err := m.from.Read(ctx, "index")
		if err != nil {
			return err
		}
		return code(data)
	})
}

func again(op func() error) error {
	for range 5 {
		err := op()
		if err != codes.ErrConcurrent {
			return err
		}
		time.Sleep(time.Second)
	}
	return codes.ErrConcurrent
}

// Contracts: the error belongs to the package whose function is called.

func (m *manager) busy(ctx context.Context, c *content.Manager) ([]byte, error) {
	for range 3 {
		data, err := c.Read(ctx, "index") // want `up to 12 calls of os.ReadFile`
		if !errors.Is(err, content.ErrBusy) {
			return data, err
		}
		time.Sleep(time.Second)
	}
	return nil, content.ErrBusy
}

// missing is asked for by what the system says.
func missing() (data []byte, err error) {
	for range 3 {
		if data, err = twice(); err == nil || !errors.Is(err, os.ErrNotExist) { // want `up to 6 calls of os.ReadFile`
			return data, err
		}
		time.Sleep(time.Second)
	}
	return data, err
}

func twice() (data []byte, err error) {
	for range 2 {
		if data, err = os.ReadFile("index"); err == nil {
			return data, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

var errOwn = errors.New("own")

// own gives up with an error of this package, which is what is repeated.
func own() error {
	for range 3 {
		err := marked() // want `up to 6 calls of os.ReadFile`
		if !errors.Is(err, errOwn) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errOwn
}

func marked() error {
	if _, err := twice(); err != nil {
		return errors.Join(errOwn, err)
	}
	return nil
}

// Helpers that ask a function which errors to repeat.

func whenever(op func() error, again func(error) bool) error {
	return upTo(6, op, again)
}

func upTo(most int, op func() error, again func(error) bool) error {
	var err error
	for i := 0; i < most; i++ {
		if err = op(); err == nil {
			return nil
		}
		if !again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// unless ends with the errors that a function names.
func unless(op func() error, final func(error) bool) error {
	var err error
	for range 6 {
		if err = op(); err == nil || final(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// upgraded waits for what its own closure tells of an answer that came.
func (m *manager) upgraded(ctx context.Context) error {
	return whenever(func() error {
		data, err := m.from.Read(ctx, "lock")
		if err != nil {
			return err
		}
		if len(data) > 0 {
			return codes.ErrConcurrent
		}
		return nil
	}, func(err error) bool { return errors.Is(err, codes.ErrConcurrent) })
}

// anything repeats what comes.
func (m *manager) anything(ctx context.Context) error {
	return whenever(func() error { // want `up to 24 calls of os.ReadFile`
		_, err := m.from.Read(ctx, "lock")
		return err
	}, func(error) bool { return true })
}

// there repeats all but what is not there.
func (m *manager) there(ctx context.Context) error {
	return unless(func() error { // want `up to 24 calls of os.ReadFile`
		_, err := m.from.Read(ctx, "lock")
		return err
	}, func(err error) bool { return errors.Is(err, os.ErrNotExist) })
}

// named repeats what the layer below says that it is.
func (m *manager) named(ctx context.Context, c *content.Manager) error {
	return whenever(func() error { // want `up to 24 calls of os.ReadFile`
		_, err := c.Read(ctx, "lock")
		return err
	}, func(err error) bool { return errors.Is(err, content.ErrBusy) })
}
