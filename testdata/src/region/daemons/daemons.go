// Package daemons runs things for as long as the program lives.
package daemons

import (
	"context"
	"log"
	"time"

	"github.com/grafana/dskit/backoff"
)

type session interface {
	open(ctx context.Context) error
	serve(ctx context.Context) error
	collect(ctx context.Context) error
}

// kept waits only after a failure: the session lasts as long as it can.
func kept(ctx context.Context, s session) {
	for ctx.Err() == nil { // region: reconnect delay=fixed
		if err := s.serve(ctx); err != nil {
			log.Println(err)
			time.Sleep(time.Second)
		}
	}
}

// growing waits longer each time that the session fails.
func growing(ctx context.Context, s session) {
	wait := time.Second
	for { // region: reconnect delay=exponential
		if err := s.serve(ctx); err != nil {
			wait *= 2
		} else {
			wait = time.Second
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// steps opens a session, then serves it.
func steps(ctx context.Context, s session) {
	b := backoff.New(ctx, backoff.Config{})
	for b.Ongoing() { // region: reconnect
		if err := s.open(ctx); err != nil {
			b.Wait()
			continue
		}
		if err := s.serve(ctx); err != nil {
			b.Wait()
			continue
		}
	}
}

// Near misses.

// ticking runs on a timer, whatever comes of it.
func ticking(ctx context.Context, s session) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for { // region: periodic
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := s.collect(ctx); err != nil {
				log.Println(err)
			}
		}
	}
}

// sleeping waits between two runs.
func sleeping(ctx context.Context, s session) {
	for ctx.Err() == nil { // region: periodic
		if err := s.collect(ctx); err != nil {
			log.Println(err)
		}
		time.Sleep(time.Minute)
	}
}

// once is done when it is open.
func once(ctx context.Context, s session) error {
	for { // region: retry delay=fixed
		if err := s.open(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

type lease struct{ s session }

func (l *lease) take(ctx context.Context) error { return l.s.open(ctx) }

// hold takes the lease and renews it for as long as it runs.
func (l *lease) hold(ctx context.Context, told func(bool)) {
	held := false
	for { // region: other
		if held {
			if err := l.take(ctx); err != nil {
				held = false
				told(false)
			}
		} else {
			if err := l.take(ctx); err == nil {
				held = true
			}
		}
		wait := time.Second
		if !held {
			wait = 5 * time.Second
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// looked asks until there is an answer that is not empty; it is no daemon, as the
// answer ends it.
func looked(ctx context.Context, lookup func(context.Context) ([]string, error)) ([]string, error) {
	var hosts []string
	var err error
	for _, wait := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} { // region: poll-err|retry
		if hosts, err = lookup(ctx); err == nil && len(hosts) > 0 {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
	return hosts, err
}
