// Package answers tells failures in what was answered.
package answers

import (
	"context"
	"errors"
	"time"
)

// A code is a failure of a protocol, 0 for none.
type code int16

func (c code) Error() string { return "protocol" }

const (
	none    code = 0
	loading code = 14
)

type block struct {
	Err    code
	Offset int64
}

type response struct {
	Error  error
	Blocks map[string]*block
}

func (r *response) block(topic string) *block { return r.Blocks[topic] }

type broker interface {
	Fetch(topic string) (*response, error)
	Produce(batch []byte) (*response, error)
}

type manager struct {
	find func() (broker, error)
}

// fetch begins again when the broker cannot be found, when the request fails and
// when the answer says so.
func (m *manager) fetch(topic string, retries int) (int64, error) { // region: retry attempts=retries+1
	b, err := m.find()
	if err != nil {
		if retries <= 0 {
			return 0, err
		}
		return m.fetch(topic, retries-1)
	}
	resp, err := b.Fetch(topic)
	if err != nil {
		if retries <= 0 {
			return 0, err
		}
		return m.fetch(topic, retries-1)
	}
	bl := resp.block(topic)
	if bl == nil {
		return 0, errors.New("incomplete")
	}
	switch bl.Err {
	case none:
		return bl.Offset, nil
	case loading:
		if retries <= 0 {
			return 0, bl.Err
		}
		return m.fetch(topic, retries-1)
	}
	return 0, bl.Err
}

// write takes the failure out of the answer.
func write(b broker, batch []byte, most int) error {
	var err error
	var res *response
	for attempt := 0; attempt < most; attempt++ { // region: retry attempts=most errors=predicate
		if attempt != 0 {
			time.Sleep(time.Second)
		}
		res, err = b.Produce(batch)
		if res != nil {
			err = res.Error
		}
		if err == nil {
			break
		}
		if !passing(err) {
			break
		}
	}
	return err
}

func passing(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

// Near miss: the loop asks for the state that the answer tells.
func settled(ctx context.Context, b broker) (int64, error) {
	for { // region: poll|poll-err
		resp, err := b.Fetch("state")
		if err != nil {
			return 0, err
		}
		if bl := resp.block("state"); bl != nil && bl.Offset > 0 {
			return bl.Offset, nil
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
