package daemons

import (
	"context"
	"fmt"
	"os"
	"time"
)

type files interface {
	flush() error
	close() error
}

// flushing closes the files when it is told to: a close that failed waits for the
// next call, and not for another try.
func flushing(f files, more chan struct{}, last bool, quit chan struct{}) {
	for { // region: worker|nextitem
		select {
		case <-more:
			_ = f.flush()
			if !last {
				if err := f.close(); err == nil {
					return
				}
			}
		case <-quit:
			return
		}
	}
}

// woken tries again after a time, or sooner when it is woken.
func woken(f files, wake chan struct{}, quit chan struct{}) {
	for { // region: retry
		if err := f.close(); err == nil {
			return
		}
		select {
		case <-wake:
		case <-time.After(time.Second):
		case <-quit:
			return
		}
	}
}

// reopened asks a person whether to go on.
func reopened(f files) error {
	for { // region: none|poll|periodic|nextitem
		if err := f.flush(); err == nil {
			return nil
		}
		var again string
		fmt.Print("again? ")
		if _, err := fmt.Scanf("%s", &again); err != nil || again == "n" {
			return os.ErrClosed
		}
	}
}

type link interface {
	dial(ctx context.Context) (session, error)
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// readers connects, reads until the connection breaks, and connects again.
func readers(ctx context.Context, l link) {
	for attempt := 0; true; attempt++ { // region: reconnect
		if attempt != 0 {
			if !pause(ctx, time.Second) {
				return
			}
		}
		s, err := l.dial(ctx)
		if err != nil {
			continue
		}
		attempt = 0
	reading:
		for {
			if !pause(ctx, time.Millisecond) {
				return
			}
			switch err := s.serve(ctx); {
			case err == nil:
				continue
			default:
				break reading
			}
		}
	}
}
