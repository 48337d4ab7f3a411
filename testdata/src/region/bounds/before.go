package bounds

import "time"

// reconnected connects once, and again when what it reads fails; the first
// failure ends it.
func reconnected(c conn) error {
	if err := c.dial(); err != nil {
		return err
	}
	for { // region: other
		if err := c.read(); err == nil {
			continue
		}
		var err error
		for range 4 { // region: retry attempts=4
			if err = c.dial(); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			return err
		}
	}
}

type conn interface {
	dial() error
	read() error
}

// firstTry is one attempt more than the loop makes.
func firstTry(c conn) error {
	err := c.dial()
	for i := 0; err != nil && i < 4; i++ { // region: retry attempts=5
		err = c.dial()
	}
	return err
}
