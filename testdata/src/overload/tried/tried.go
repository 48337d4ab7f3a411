// Package tried is tested with settings that nobody runs it with.
package tried

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

type Config struct {
	Extra int
	Limit time.Duration
}

func (c *Config) timeout() time.Duration {
	return 5*time.Second + 2*time.Duration(c.Extra)*time.Second
}

type Client struct {
	Cfg Config
	url string
}

// The tests leave Extra at zero, which says nothing of how long this goes on.
func (c *Client) Send(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.Cfg.timeout())
	defer cancel()
	for ctx.Err() == nil {
		if err := c.get(); err == nil { // want `every failure is retried, 400 and 403 included, in a limited time of`
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func (c *Client) get() error {
	resp, err := http.Get(c.url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNotFound:
		return fmt.Errorf("%s is not there", c.url)
	}
	return fmt.Errorf("%s", resp.Status)
}
