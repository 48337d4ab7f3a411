// Package pace takes steps again, in good time or at once.
package pace

import "time"

// A Pacer lets the next attempt begin when somebody has put a token back.
type Pacer struct {
	free  chan struct{}
	tries int
	sleep time.Duration
}

// begin takes the token, and has it put back later.
func (p *Pacer) begin() {
	<-p.free
	go func() {
		time.Sleep(p.sleep)
		p.free <- struct{}{}
	}()
}

// Call waits for the token before each attempt.
func (p *Pacer) Call(op func() error) (err error) {
	for range p.tries {
		p.begin()
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

// AtOnce waits for nothing.
func AtOnce(tries int, op func() error) (err error) {
	for range tries {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}
