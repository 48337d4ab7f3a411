package delays

import (
	"context"
	"errors"
	"time"
)

type pacing struct {
	most    int
	backoff time.Duration
	wait    func(attempt, most int) time.Duration
}

// next is what a function says that somebody sets, else a setting.
func (p *pacing) next(left int) time.Duration {
	if p.wait != nil {
		return p.wait(p.most-left, p.most)
	}
	return p.backoff
}

func paced(p *pacing, url string) error {
	for left := p.most; left >= 0; left-- { // region: retry delay=unknown
		if get(url) == nil {
			return nil
		}
		time.Sleep(p.next(left))
	}
	return errors.New("failed")
}

// own waits for what the function says alone.
func own(p *pacing, url string) error {
	for n := 0; n < p.most; n++ { // region: retry delay=unknown
		if get(url) == nil {
			return nil
		}
		d := p.wait(n, p.most)
		timer := time.NewTimer(d)
		<-timer.C
	}
	return errors.New("failed")
}

// A pacer waits by functions that are made of settings.
type pacer struct {
	ctx  context.Context
	wait map[string]func(ctx context.Context, most int) int
	sum  int
}

func (p *pacer) pace(name string, err error) error {
	if p.sum > 1000 {
		return err
	}
	p.sum += p.wait[name](p.ctx, 10)
	return nil
}

// left waits in what it calls, for a time that nobody can see.
func left(p *pacer, url string) error {
	for { // region: retry delay=unknown
		err := get(url)
		if err == nil {
			return nil
		}
		if err = p.pace("get", err); err != nil {
			return err
		}
	}
}
