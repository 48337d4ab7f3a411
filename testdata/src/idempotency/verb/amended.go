package verb

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// A refusal says what was wrong with a request.
type refusal struct {
	Code, Region string
}

func (r refusal) Error() string { return fmt.Sprintf("%s: try %s", r.Code, r.Region) }

type options struct{ Region string }

// A request that was refused and is sent again as the answer says is another one.
func (c *client) made(ctx context.Context, name string, o options) error {
	err := c.make(ctx, name, o)
	if r, ok := err.(refusal); ok && r.Code == "WrongRegion" && r.Region != "" {
		o.Region = r.Region
		err = c.make(ctx, name, o)
	}
	return err
}

func (c *client) found(ctx context.Context, name, region string) error {
	err := c.make(ctx, name, options{region})
	var r refusal
	if errors.As(err, &r) && r.Code == "WrongRegion" {
		err = c.make(ctx, name, options{r.Region})
	}
	return err
}

// One that is sent as it was is not.
func (c *client) madeAgain(ctx context.Context, name string, o options) error {
	err := c.make(ctx, name, o)
	var r refusal
	if errors.As(err, &r) && r.Code == "InternalError" {
		err = c.make(ctx, name, o)
	}
	return err
}

func (c *client) make(ctx context.Context, name string, o options) error {
	req, err := c.newRequest(ctx, http.MethodPost, o.Region+"/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req) // want `POST repeated up to 2 times without an idempotency key, by the retry in \(\*client\).madeAgain`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return refusal{Code: resp.Status, Region: resp.Header.Get("Region")}
	}
	return nil
}
