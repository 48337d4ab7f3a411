package guards

import (
	"context"

	"nestedretry/guards/inner"
	"nestedretry/guards/quota"
)

type sender interface {
	Send(ctx context.Context) error
	Marked(ctx context.Context) error
}

// A gate retries what is behind an interface.
type gate struct{ next sender }

func (g *gate) send(ctx context.Context) (err error) {
	for range 2 {
		if err = g.next.Send(ctx); err == nil { // want `up to 6 calls of \(\*http.Client\).Do per request: 2 attempts here x 3 in \(\*Client\).Send`
			return nil
		}
	}
	return err
}

func (g *gate) marked(ctx context.Context) (err error) {
	for range 2 {
		if err = g.next.Marked(quota.Own(ctx)); err == nil {
			return nil
		}
	}
	return err
}

// A quiet gate is only put before clients that try once.
type quiet struct{ next once }

type once interface {
	Send(ctx context.Context) error
}

func (q *quiet) send(ctx context.Context) (err error) {
	for range 2 {
		if err = q.next.Send(ctx); err == nil {
			return nil
		}
	}
	return err
}

func gates() (*gate, *quiet) {
	return &gate{next: inner.New()}, &quiet{next: inner.New(inner.WithoutRetries())}
}

func directly(ctx context.Context) (err error) {
	c := inner.New()
	for range 2 {
		if err = c.Marked(quota.Own(ctx)); err == nil {
			break
		}
	}
	for range 2 {
		if err = c.Marked(ctx); err == nil { // want `up to 6 calls`
			break
		}
	}
	return err
}
