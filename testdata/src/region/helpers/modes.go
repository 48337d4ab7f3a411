package helpers

import (
	"context"

	"region/helpers/lib"
)

// What a helper makes of failures depends on what it is told.

func (c *Client) told(ctx context.Context) error {
	return lib.Maybe(ctx, true, c.send) // region: retry attempts=4
}

func (c *Client) toldNot(ctx context.Context) error {
	return lib.Maybe(ctx, false, c.send) // region: none
}

func (c *Client) toldBy(ctx context.Context, again bool) error {
	return lib.Maybe(ctx, again, c.send) // region: retry|none attempts=4
}

func (c *Client) optionsSay(ctx context.Context) error {
	return lib.MaybeOf(ctx, lib.Repeating{Times: 3, Again: true}, c.send) // region: retry attempts=4
}

func (c *Client) optionsSayNot(ctx context.Context) error {
	return lib.MaybeOf(ctx, lib.Repeating{Times: 3, Again: false}, c.send) // region: none
}

func (c *Client) forEver(ctx context.Context) error {
	return lib.InMode(ctx, lib.Forever, c.send) // region: retry delay=fixed
}

func (c *Client) onlyOnce(ctx context.Context) error {
	return lib.InMode(ctx, lib.Log, c.send) // region: none
}

func (c *Client) notAtAll(ctx context.Context) error {
	return lib.InMode(ctx, lib.Give, c.send) // region: none
}

func (c *Client) next() (string, error) { return "", c.send() }

func (c *Client) handle(string) error { return c.send() }

func (c *Client) followedForEver(ctx context.Context) error {
	return lib.Follow(ctx, &lib.Following{Name: "a", Mode: lib.Forever}, c.next, c.handle) // region: retry
}

func (c *Client) followedWithALog(ctx context.Context) error {
	return lib.Follow(ctx, &lib.Following{Name: "a", Mode: lib.Log}, c.next, c.handle) // region: other
}
