package ends

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
)

var errExists, errMissing = errors.New("exists"), errors.New("missing")

// Store keeps images somewhere else.
type Store interface {
	Create(ctx context.Context, name string) error
	Update(ctx context.Context, name string) error
}

// Upsert goes round only while others create and remove the same thing.
func Upsert(ctx context.Context, s Store, name string) error {
	for {
		if err := s.Update(ctx, name); err != nil {
			if !errors.Is(err, errMissing) {
				return err
			}
			if err := s.Create(ctx, name); err != nil {
				if !errors.Is(err, errExists) {
					return err
				}
				continue
			}
		}
		return nil
	}
}

// Prepare looks what is there when its name is taken, three times.
func Prepare(ctx context.Context, s Store, q Service, name string) (err error) {
	for try := 1; try <= 3; try++ {
		if err = s.Create(ctx, name); err == nil {
			break
		}
		if !errors.Is(err, errExists) {
			return err
		}
		if _, err := q.Call(ctx, name); err != nil {
			if !errors.Is(err, errMissing) {
				return err
			}
			time.Sleep(time.Second)
		} else {
			return nil
		}
	}
	return err
}

// Anywhere goes through its hosts a number of times.
func Anywhere(s Service, hosts []string) (err error) {
	rounds := 2
	for range rounds {
		for _, h := range hosts {
			if _, err = s.Call(context.Background(), h); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return err
}

// Decider remembers how often it was asked.
type Decider interface {
	Again(resp *http.Response, err error) bool
}

// Asked ends when its decider says so.
func Asked(d Decider, r *http.Request) (*http.Response, error) {
	for {
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		done := func() bool {
			defer resp.Body.Close()
			return !d.Again(resp, err)
		}()
		if done {
			return nil, errGaveUp
		}
		time.Sleep(time.Second)
	}
}

// A Patience is told of each failure, and comes to an end.
type Patience interface {
	After(err error) error
}

// Patient goes on as long as it is told to.
func Patient(p Patience, s Service, q string) (string, error) {
	for {
		out, err := s.Call(context.Background(), q)
		if err == nil {
			return out, nil
		}
		if err = p.After(err); err != nil {
			return "", err
		}
	}
}

// Writes is a stream of names, as it is generated.
type Writes interface {
	Recv() (*Request, error)
	grpc.ServerStream
}

// A Request names something.
type Request struct{ Name string }

// Write serves the next request whether or not it knows its name.
func Write(s Service, stream Writes) error {
	req, err := stream.Recv()
	if err != nil {
		return err
	}
	for {
		if _, err := s.Call(stream.Context(), req.Name); err == nil {
			return errExists
		}
		if err := stream.SendMsg(req); err != nil {
			return err
		}
		if req, err = stream.Recv(); err != nil {
			return err
		}
	}
}

// Redial is stopped from elsewhere.
type Redial struct{ stopped atomic.Bool }

func (r *Redial) isStopped() bool { return r.stopped.Load() }

// Dial goes on until then.
func (r *Redial) Dial(s Service, q string) bool {
	for {
		if r.isStopped() {
			return true
		}
		if _, err := s.Call(context.Background(), q); err == nil {
			return false
		}
		time.Sleep(time.Second)
	}
}
