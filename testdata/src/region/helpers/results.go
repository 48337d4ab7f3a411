package helpers

import (
	"context"
	"time"

	"github.com/redis/rueidis"

	"region/helpers/lib"
)

// How it went is in what the client returns.
func InTheResult(ctx context.Context, client rueidis.Client) error {
	return lib.Retry(ctx, 4, time.Second, func() error { // region: retry kind=inhouse-helper-call attempts=4 delay=fixed ctx=yes errors=all
		return client.Do(ctx, "GET").Error()
	})
}
