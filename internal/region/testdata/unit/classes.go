package unit

import (
	"context"
	"net"
	"sync/atomic"
	"time"
)

func retries(o op) {
	for o.do() != nil {
		time.Sleep(time.Second)
	}
}

func goesThrough(ops []op) (failed int) {
	for _, o := range ops {
		if o.do() != nil {
			failed++
		}
	}
	return failed
}

func searches(ops []op) bool {
	for _, o := range ops {
		if o.do() == nil {
			return true
		}
	}
	return false
}

func works(queue <-chan op) {
	for o := range queue {
		if err := o.do(); err != nil {
			continue
		}
	}
}

func runsOnTime(ctx context.Context, o op) {
	ticker := time.NewTicker(time.Second)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = o.do()
		}
	}
}

func keepsUp(ctx context.Context, o op) {
	for ctx.Err() == nil {
		if o.do() != nil {
			time.Sleep(time.Second)
		}
	}
}

func accepts(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		conn.Close()
	}
}

func swaps(n *atomic.Int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			return
		}
	}
}

type pager interface {
	page(after string) (next string, err error)
}

func pages(p pager) error {
	for after := ""; ; {
		next, err := p.page(after)
		if err != nil || next == "" {
			return err
		}
		after = next
	}
}

type state interface{ ready() (bool, error) }

func waits(s state) error {
	for {
		ok, err := s.ready()
		if ok || err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

func cutByOption(o op, once bool) (err error) {
	for range 3 {
		if err = o.do(); err == nil || once {
			return err
		}
	}
	return err
}

func nested(o op) {
	for range 2 {
		time.Sleep(time.Second)
		for o.do() != nil {
		}
	}
}
