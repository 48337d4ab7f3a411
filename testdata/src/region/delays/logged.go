package delays

import (
	"context"
	"net/http"
	"time"

	"region/delays/logs"
)

// A log that waits before it ends the program makes nobody wait.
func logged(url string) error {
	var err error
	for range 3 { // region: retry attempts=3 delay=none below=
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		logs.Infof("%s: %v", url, err)
	}
	return err
}

func send(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		logs.Infof("%s: %v", url, err)
		return err
	}
	return resp.Body.Close()
}

// Where the lines go is nothing that it repeats.
func loggedBelow(url string) error {
	var err error
	for range 2 { // region: retry attempts=2 delay=none below=
		if err = send(url); err == nil {
			return nil
		}
	}
	return err
}

// sleepUntil is put in the place of a wait by tests.
var sleepUntil = func(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func paused(ctx context.Context, url string) error {
	var err error
	for attempt := range 4 { // region: retry attempts=4 delay=exponential ctx=yes
		if err = send(url); err == nil || ctx.Err() != nil {
			break
		}
		sleepUntil(ctx, time.Second<<uint(attempt))
		if ctx.Err() != nil {
			break
		}
	}
	return err
}
