package items

import (
	"context"
	"errors"
	"time"
)

var errMore, errEnough = errors.New("more"), errors.New("enough")

type entries interface {
	Seek(key string)
	Valid() bool
	Next()
	Entry() *entry
}

type entry struct{ key string }

type buckets interface {
	Intersect(ctx context.Context, key string) error
}

// merge goes on with the next bucket until one says that it is enough.
func merge(ctx context.Context, it entries, b buckets) error {
	for it.Seek(""); it.Valid(); it.Next() { // region: nextitem|failover
		key := it.Entry().key
		err := b.Intersect(ctx, key)
		switch err {
		case errEnough:
			return nil
		case errMore:
		default:
			return err
		}
	}
	return nil
}

type pause interface {
	Ongoing() bool
	Wait()
	NumRetries() int
}

type numbered interface {
	Send(ctx context.Context, attempt int) error
}

// Contrast: what says whether there is another attempt also says which it is.
func send(ctx context.Context, p pause, n numbered) error {
	var err error
	for p.Ongoing() { // region: retry
		if err = n.Send(ctx, p.NumRetries()); err == nil {
			return nil
		}
		p.Wait()
		time.Sleep(time.Millisecond)
	}
	return err
}

type process interface {
	Running() bool
	Failpoints() failpoints
}

type failpoints interface {
	Set(ctx context.Context, name string) error
}

// Contrast: it is the same thing each time, as long as it is there.
func setup(ctx context.Context, p process) (err error) {
	for p.Running() { // region: retry
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err = p.Failpoints().Set(ctx, "panic"); err != nil {
			continue
		}
		break
	}
	return err
}
