// Package iterators has loops that ask something else whether to go on.
package iterators

import (
	"context"
	"iter"
	"net/http"
	"time"
)

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A Backoff is asked by the loop and waits for it.
type Backoff struct {
	ctx      context.Context
	max      int
	n        int
	duration time.Duration
}

// NewBackoff returns a backoff that allows max attempts.
func NewBackoff(ctx context.Context, max int) *Backoff {
	return &Backoff{ctx: ctx, max: max, duration: time.Second}
}

// Ongoing reports whether to go on.
func (b *Backoff) Ongoing() bool { return b.ctx.Err() == nil && b.n < b.max }

// Wait waits, longer each time.
func (b *Backoff) Wait() {
	b.n++
	select {
	case <-time.After(b.duration):
	case <-b.ctx.Done():
	}
	b.duration *= 2
}

func ongoing(ctx context.Context, url string) (err error) {
	b := NewBackoff(ctx, 4)
	for b.Ongoing() { // region: retry attempts=4 delay=exponential ctx=yes errors=all
		if err = get(ctx, url); err == nil {
			return nil
		}
		b.Wait()
	}
	return err
}

// A Strategy is a list of attempts.
type Strategy struct {
	Total int
	Delay time.Duration
}

// An Attempt is the state of one use of a strategy.
type Attempt struct {
	strategy Strategy
	count    int
}

// Start begins.
func (s Strategy) Start() *Attempt { return &Attempt{strategy: s} }

// Next waits and reports whether there is another attempt.
func (a *Attempt) Next() bool {
	if a.count >= a.strategy.Total {
		return false
	}
	if a.count > 0 {
		time.Sleep(a.strategy.Delay)
	}
	a.count++
	return true
}

func next(ctx context.Context, url string) (err error) {
	for a := (Strategy{Total: 5, Delay: time.Second}).Start(); a.Next(); { // region: retry attempts=5 delay=fixed errors=all
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

// nextEndsOnSuccess tells success by a variable in the head.
func nextUntilDone(ctx context.Context, url string) error {
	strategy := Strategy{Total: 5, Delay: time.Second}
	err := get(ctx, url)
	for a := strategy.Start(); err != nil && a.Next(); { // region: retry attempts=6 delay=fixed
		err = get(ctx, url)
	}
	return err
}

// Attempts yields the numbers of the attempts and waits in between.
func Attempts(n int, wait time.Duration) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			time.Sleep(wait)
		}
	}
}

func ranged(ctx context.Context, url string) (err error) {
	for range Attempts(3, time.Second) { // region: retry attempts=3 delay=fixed errors=all
		if err = get(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// A channel of ticks that a goroutine sends.
func ticks(ctx context.Context) <-chan time.Time {
	c := make(chan time.Time)
	go func() {
		defer close(c)
		wait := time.Second
		for {
			select {
			case c <- time.Now():
			case <-ctx.Done():
				return
			}
			time.Sleep(wait)
			wait *= 2
		}
	}()
	return c
}

func ticked(ctx context.Context, url string) (err error) {
	for range ticks(ctx) { // region: retry errors=all
		if err = get(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// Near misses: the iterator hands out things, not attempts.

// Rows are read one by one.
type Rows struct {
	urls []string
	at   int
}

// Next moves to the next row.
func (r *Rows) Next() bool {
	r.at++
	return r.at <= len(r.urls)
}

// URL returns the row.
func (r *Rows) URL() string { return r.urls[r.at-1] }

func rows(ctx context.Context, r *Rows) (failed int) {
	for r.Next() { // region: nextitem|none
		if err := get(ctx, r.URL()); err != nil {
			failed++
			continue
		}
	}
	return failed
}

func urls(list []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, url := range list {
			if !yield(url) {
				return
			}
		}
	}
}

func rangedURLs(ctx context.Context, list []string) (failed int) {
	for url := range urls(list) { // region: nextitem|none
		if get(ctx, url) != nil {
			failed++
		}
	}
	return failed
}
