package items

import (
	"context"
	"io"
	"log"
	"time"
)

type store interface {
	put(ctx context.Context, name string, data []byte) error
	putAt(ctx context.Context, off int64, data []byte) (int, error)
	open(ctx context.Context, name string) (io.Closer, error)
}

// untilSent sends one after the other: the same one again until it arrives.
func untilSent(ctx context.Context, s store, names []string) {
	for i := 0; i < len(names); { // region: retry attempts=unbounded delay=fixed errors=all
		if err := s.put(ctx, names[i], nil); err != nil {
			log.Println("again:", err)
			time.Sleep(time.Second)
			continue
		}
		i++
	}
}

// untilSentOf takes the first off the list when it has arrived.
func untilSentOf(ctx context.Context, s store, names []string) error {
	tries := 0
	for len(names) > 0 { // region: retry attempts=4 delay=fixed errors=all
		if err := s.put(ctx, names[0], nil); err != nil {
			if tries++; tries > 3 {
				return err
			}
			time.Sleep(time.Second)
			continue
		}
		names = names[1:]
		tries = 0
	}
	return nil
}

// byParts goes on from where it came to.
func byParts(ctx context.Context, s store, data []byte) error {
	failed := 0
	for off := int64(0); off < int64(len(data)); { // region: retry attempts=5 delay=none errors=all
		n, err := s.putAt(ctx, off, data[off:])
		if err != nil {
			failed++
			if failed == 5 {
				return err
			}
			continue
		}
		off += int64(n)
		failed = 0
	}
	return nil
}

// orSkipped goes on with the next one, whatever became of the last.
func orSkipped(ctx context.Context, s store, names []string) {
	for i := 0; i < len(names); { // region: nextitem
		if err := s.put(ctx, names[i], nil); err != nil {
			log.Println("left out:", err)
			i++
			continue
		}
		i++
	}
}

// withoutBroken takes what fails out of the list.
func withoutBroken(ctx context.Context, s store, names []string) []string {
	for i := 0; i < len(names); { // region: nextitem
		if err := s.put(ctx, names[i], nil); err != nil {
			names = append(names[:i], names[i+1:]...)
			continue
		}
		i++
	}
	return names
}

// largest searches for the most that goes through.
func largest(ctx context.Context, s store, data []byte) int {
	low, high := 0, len(data)
	for low < high { // region: other
		mid := (low + high + 1) / 2
		if _, err := s.putAt(ctx, int64(mid), data[:mid]); err != nil {
			high = mid - 1
			continue
		}
		low = mid
	}
	return low
}

// smaller sends less after a failure.
func smaller(ctx context.Context, s store, data []byte) error {
	size := len(data)
	for off := 0; off < len(data); { // region: other
		n, err := s.putAt(ctx, int64(off), data[off:off+size])
		if err != nil {
			if size /= 2; size == 0 {
				return err
			}
			continue
		}
		off += n
	}
	return nil
}

type compacter interface {
	status(ctx context.Context) (int64, error)
	compact(ctx context.Context, rev int64) error
}

// compacting goes on with what the state is by then: a failure is passed over.
func compacting(ctx context.Context, c compacter, every time.Duration, between func(a, b int64) int64) {
	last := int64(2)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for { // region: periodic|nextitem|worker
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now, err := c.status(ctx)
		if err != nil {
			continue
		}
		rev := between(last, now)
		if err := c.compact(ctx, rev); err != nil {
			continue
		}
		last = rev
	}
}
