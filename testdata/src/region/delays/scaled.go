package delays

import (
	"math/rand"
	"time"
)

// scaled starts at random and grows by a factor.
func scaled(url string) (err error) {
	var wait time.Duration
	for { // region: retry delay=exponential+jitter
		if err = get(url); err == nil {
			return nil
		}
		if wait > time.Minute {
			return err
		}
		if wait > 0 {
			wait = time.Duration(float64(wait) * 1.2)
		} else {
			wait = time.Millisecond + time.Duration(rand.Intn(1e6))
		}
		time.Sleep(wait)
	}
}

// upTo grows with the number of the attempt up to a limit.
func upTo(url string) (err error) {
	for i := 1; i < 9; i++ { // region: retry delay=linear
		if err = get(url); err == nil {
			return nil
		}
		wait := time.Duration(i) * time.Second
		if wait > 5*time.Second {
			wait = 5 * time.Second
		}
		time.Sleep(wait)
	}
	return err
}
