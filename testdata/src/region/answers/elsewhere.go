package answers

import "time"

type outcome struct {
	n   int
	err error
}

type demand struct {
	name string
	to   chan outcome
}

type client struct{ demands chan demand }

// ask hands the work to another goroutine, and returns what that says.
func (c *client) ask(name string) (int, error) {
	to := make(chan outcome, 1)
	c.demands <- demand{name, to}
	out := <-to
	return out.n, out.err
}

func (c *client) askAgain(name string) (n int, err error) {
	for range 3 { // region: retry attempts=3
		if n, err = c.ask(name); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return n, err
}

type pending struct {
	done chan struct{}
	err  error
}

// wait gets the failure in what it handed over.
func (c *client) wait(events chan *pending) error {
	p := &pending{done: make(chan struct{})}
	events <- p
	<-p.done
	return p.err
}
