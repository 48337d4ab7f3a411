package retry

import (
	"context"
	"errors"
	"time"
)

func (c *Client) countUp(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func (c *Client) countFromOne(ctx context.Context) (err error) {
	for attempt := 1; attempt <= 3; attempt++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err = c.send(ctx)
		if err == nil {
			break
		}
		if waitErr := sleep(ctx, pause); waitErr != nil {
			return waitErr
		}
	}
	return err
}

func (c *Client) rangeInt(ctx context.Context) error {
	var last error
	for range 3 { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err := c.send(ctx)
		if err == nil {
			return nil
		}
		last = err
		if err := sleep(ctx, pause); err != nil {
			return errors.Join(last, err)
		}
	}
	return last
}

func (c *Client) waitFirst(ctx context.Context) error {
	var err error
	for i := range 3 { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if i > 0 {
			if err := sleep(ctx, pause); err != nil {
				return err
			}
		}
		if err = c.send(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) endless(ctx context.Context) error {
	attempt := 0
	for { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err := c.send(ctx)
		if err == nil {
			return nil
		}
		attempt++
		if attempt == 3 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (c *Client) boundInTheMiddle(ctx context.Context) error {
	for attempt := 1; ; attempt++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err := c.send(ctx); err == nil || attempt >= 3 {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (c *Client) countDown(ctx context.Context) error {
	err := errors.New("not sent")
	for left := 3; left > 0 && err != nil; left-- { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err != nil {
			if waitErr := sleep(ctx, pause); waitErr != nil {
				return waitErr
			}
		}
	}
	return err
}

func (c *Client) countDownToZero(ctx context.Context) error {
	retriesLeft := 2
	for { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err := c.send(ctx)
		if err == nil {
			return nil
		}
		if retriesLeft == 0 {
			return err
		}
		retriesLeft--
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (c *Client) firstTryBefore(ctx context.Context) error {
	err := c.send(ctx)
	for retry := 0; err != nil && retry < 2; retry++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if waitErr := sleep(ctx, pause); waitErr != nil {
			return waitErr
		}
		err = c.send(ctx)
	}
	return err
}

func (c *Client) countRetries(ctx context.Context) error {
	const maxRetries = 2
	var err error
	for try := 0; try <= maxRetries; try++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err == nil {
			return nil
		}
		if waitErr := sleep(ctx, pause); waitErr != nil {
			return waitErr
		}
	}
	return err
}

func (c *Client) untilCancelled(ctx context.Context) error {
	n := 0
	var err error
	for ctx.Err() == nil && n < 3 { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err == nil {
			return nil
		}
		n++
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
	return err
}

func (c *Client) doneFlag(ctx context.Context) error {
	var err error
	done := false
	for attempts := 0; !done && attempts < 3; attempts++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err = c.send(ctx)
		if err == nil {
			done = true
			continue
		}
		if sleep(ctx, pause) != nil {
			return ctx.Err()
		}
	}
	return err
}

func (c *Client) switched(ctx context.Context) error {
	tries := 0
	for { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		tries++
		switch err := c.send(ctx); {
		case err == nil:
			return nil
		case tries == 3:
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (c *Client) labelled(ctx context.Context) error {
	var err error
	timer := time.NewTimer(0)
	defer timer.Stop()
attempts:
	for i := 0; i < 3; i++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		switch err = c.send(ctx); err {
		case nil:
			break attempts
		default:
			timer.Reset(pause)
			select {
			case <-timer.C:
				continue attempts
			case <-ctx.Done():
				break attempts
			}
		}
	}
	return err
}

func (c *Client) ticker(ctx context.Context) error {
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for attempt := 1; ; attempt++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err := c.send(ctx)
		if err == nil || attempt == 3 {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *Client) capturedError(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(errors.New("not sent"), err)
		}
	}()
	for i := 0; i < 3; i++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err == nil {
			return
		}
		if err = sleep(ctx, pause); err != nil {
			return
		}
	}
	return
}
