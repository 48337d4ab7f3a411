// Package delays has the waits between attempts.
package delays

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"time"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func none(url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=none
		if err = get(url); err == nil {
			return nil
		}
	}
	return err
}

func fixed(url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=no
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func fixedJitter(url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed+jitter
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

func linear(url string) (err error) {
	for i := range 3 { // region: retry attempts=3 delay=linear
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * time.Second)
	}
	return err
}

func linearSum(url string) (err error) {
	wait := time.Second
	for range 3 { // region: retry attempts=3 delay=linear
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait += time.Second
	}
	return err
}

func doubled(url string) (err error) {
	wait := time.Second
	for range 3 { // region: retry attempts=3 delay=exponential
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait *= 2
	}
	return err
}

func capped(url string) (err error) {
	wait := time.Second
	for range 10 { // region: retry attempts=10 delay=exponential
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait = min(2*wait, time.Minute)
	}
	return err
}

func shifted(url string) (err error) {
	for i := range 5 { // region: retry attempts=5 delay=exponential
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}

func power(url string) (err error) {
	for i := 0; i < 5; i++ { // region: retry attempts=5 delay=exponential
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second)
	}
	return err
}

func fullJitter(url string) (err error) {
	wait := 100 * time.Millisecond
	for range 5 { // region: retry attempts=5 delay=exponential+jitter
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(wait))))
		wait *= 2
	}
	return err
}

// The wait is in a helper.

func pause(ctx context.Context, attempt int) error {
	wait := 100 * time.Millisecond << attempt
	select {
	case <-time.After(wait + rand.N(wait)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func inHelper(ctx context.Context, url string) (err error) {
	for i := range 5 { // region: retry attempts=5 delay=exponential+jitter ctx=yes
		if err = get(url); err == nil {
			return nil
		}
		if err := pause(ctx, i); err != nil {
			return err
		}
	}
	return err
}

// backoff computes the wait, the loop waits.
func backoff(attempt int) time.Duration {
	return time.Duration(1<<attempt) * time.Second
}

func computed(url string) (err error) {
	for i := range 5 { // region: retry attempts=5 delay=exponential
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(backoff(i))
	}
	return err
}

// A table of waits grows as its entries do; it is no fixed wait in any case.
var waits = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}

func table(url string) error {
	err := get(url)
	for _, wait := range waits { // region: retry
		if err == nil {
			break
		}
		time.Sleep(wait)
		err = get(url)
	}
	return err
}

// An injected sleeper.
type sleeper struct {
	sleep func(time.Duration)
	wait  time.Duration
}

func (s *sleeper) get(url string) (err error) {
	for range 3 { // region: retry attempts=3
		if err = get(url); err == nil {
			return nil
		}
		s.sleep(s.wait)
	}
	return err
}
