// Package constructed gets what it calls from constructors that return interfaces.
package constructed

import (
	"context"
	"time"

	"nestedretry/constructed/rpc"
)

type client struct {
	rpc    rpc.Client
	lookup rpc.LookupService
}

func newClient() (*client, error) {
	c := &client{}
	var err error
	c.rpc, err = rpc.NewClient(10 * time.Second)
	if err != nil {
		return nil, err
	}
	c.lookup, err = c.rpc.Lookup()
	if err != nil {
		return nil, err
	}
	return c, nil
}

type consumer struct{ client *client }

// reconnect repeats what ends after a time only.
func (c *consumer) reconnect() {
	for i := 0; i < 5; i++ {
		if _, err := c.client.lookup.Find("topic"); err == nil { // want `calls of http.Get per request limited only by time: 5 attempts here x 10s of attempts in \(\*client\)\.Request \(rpc.go:\d+\)`
			return
		}
		time.Sleep(time.Second)
	}
}

// timed gives the time itself.
func (c *consumer) timed(ctx context.Context) {
	for i := 0; i < 5; i++ {
		if err := c.once(ctx); err == nil { // want `calls of http.Get per request limited only by time: 5 attempts here x 2s of attempts in \(\*client\)\.Wait \(rpc.go:\d+\)`
			return
		}
		time.Sleep(time.Second)
	}
}

func (c *consumer) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.client.rpc.Wait(ctx, "topic")
}

// Near miss: what is below never gives up before the caller does.
func (c *consumer) patient(ctx context.Context) {
	for i := 0; i < 5; i++ {
		if err := c.client.rpc.Wait(ctx, "topic"); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}
