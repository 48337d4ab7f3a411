package answers

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A fault is what the server says of a request that it did not carry out. It is no
// error of Go.
type fault struct {
	moved bool
	text  string
}

func (f *fault) String() string { return f.text }

type faulty interface{ Fault() *fault }

type reply struct{ body any }

// Fault returns what is wrong, if anything is.
func (r *reply) Fault() (*fault, error) {
	if r.body == nil {
		return nil, errors.New("empty reply")
	}
	b, ok := r.body.(faulty)
	if !ok {
		return nil, fmt.Errorf("unknown reply %T", r.body)
	}
	return b.Fault(), nil
}

type place struct {
	shard uint64
	end   []byte
}

type directory interface {
	Locate(ctx context.Context, key []byte) (*place, error)
}

type sender interface {
	Send(ctx context.Context, req []byte, shard uint64) (*reply, error)
}

// A patience waits for a while, and not for ever.
type patience struct {
	ctx   context.Context
	spent time.Duration
}

func (p *patience) Wait(why error) error {
	if p.spent > time.Minute {
		return why
	}
	p.spent += time.Second
	select {
	case <-p.ctx.Done():
		return p.ctx.Err()
	case <-time.After(time.Second):
	}
	return nil
}

// get asks again, where the key is by then, after the answer named a fault.
func get(p *patience, d directory, s sender, key []byte) (*reply, error) {
	for { // region: retry
		at, err := d.Locate(p.ctx, key)
		if err != nil {
			return nil, err
		}
		r, err := s.Send(p.ctx, key, at.shard)
		if err != nil {
			return nil, err
		}
		f, err := r.Fault()
		if err != nil {
			return nil, err
		}
		if f != nil {
			if err := p.Wait(errors.New(f.String())); err != nil {
				return nil, err
			}
			continue
		}
		return r, nil
	}
}

// put does not always wait.
func put(p *patience, s sender, req []byte, shard uint64) error {
	tries := 0
	for { // region: retry
		tries++
		r, err := s.Send(p.ctx, req, shard)
		if err != nil {
			return err
		}
		f, err := r.Fault()
		if err != nil {
			return err
		}
		if f == nil {
			return nil
		}
		if !f.moved {
			if err := p.Wait(fmt.Errorf("put: %v", f)); err != nil {
				return err
			}
		}
	}
}

type answer struct {
	Fault *fault
	Next  *place
	Job   *job
}

type job struct{ name string }

type caller interface {
	Call(ctx context.Context, req []byte) (*answer, error)
	From(ctx context.Context, at *place) (*answer, error)
}

// call reads the fault from a field.
func call(ctx context.Context, c caller, req []byte) (*answer, error) {
	var last error
	for range 4 { // region: retry attempts=4
		a, err := c.Call(ctx, req)
		if err != nil {
			return nil, err
		}
		if a.Fault == nil {
			return a, nil
		}
		last = fmt.Errorf("call: %s", a.Fault.String())
		time.Sleep(time.Second)
	}
	return nil, last
}

// Near miss: the answer says what there is to do, and the loop does it.
func work(ctx context.Context, c caller, do func(*job) error) error {
	for { // region: poll|worker|stream|nextitem
		a, err := c.Call(ctx, nil)
		if err != nil {
			return err
		}
		if a.Job != nil {
			if err := do(a.Job); err != nil {
				return fmt.Errorf("%s: %w", a.Job.name, err)
			}
			continue
		}
		time.Sleep(time.Second)
	}
}

// Near miss: the next page, until there is none.
func pages(ctx context.Context, c caller) error {
	at := &place{}
	for { // region: pagination|nextitem
		a, err := c.From(ctx, at)
		if err != nil {
			return fmt.Errorf("page %v: %w", at, err)
		}
		if a.Next == nil {
			return nil
		}
		at = a.Next
	}
}

// Near miss: what is not there yet is waited for.
func appears(ctx context.Context, c caller) (*job, error) {
	for { // region: poll|periodic
		a, err := c.Call(ctx, nil)
		if err != nil {
			return nil, err
		}
		if a.Job != nil {
			return a.Job, nil
		}
		time.Sleep(time.Second)
	}
}

type found struct{ value []byte }

func (f *found) Lock() *fault { return nil }

// read has two faults to look for, one of them in what the answer carries.
func read(p *patience, s sender, key []byte, unlock func(*fault) (bool, error)) ([]byte, error) {
	for { // region: retry
		r, err := s.Send(p.ctx, key, 0)
		if err != nil {
			return nil, err
		}
		f, err := r.Fault()
		if err != nil {
			return nil, err
		}
		if f != nil {
			if f.moved {
				continue
			}
			if err := p.Wait(errors.New(f.String())); err != nil {
				return nil, err
			}
			continue
		}
		got := r.body.(*found)
		if held := got.Lock(); held != nil {
			free, err := unlock(held)
			if err != nil {
				return nil, err
			}
			if !free {
				if err := p.Wait(errors.New(held.String())); err != nil {
					return nil, err
				}
			}
			continue
		}
		return got.value, nil
	}
}
