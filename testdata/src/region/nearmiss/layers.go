package nearmiss

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"
)

func post(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A loop over things around a retry is no retry; the one inside is.
func each(ctx context.Context, urls []string) (err error) {
	for _, url := range urls { // region: nextitem|none
		for range 3 { // region: retry attempts=3
			if err = post(ctx, url); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A worker around a retry.
func work(ctx context.Context, urls <-chan string) {
	for url := range urls { // region: worker
		if err := thrice(ctx, url); err != nil {
			log.Print(err)
		}
	}
}

func thrice(ctx context.Context, url string) (err error) {
	for range 3 { // region: retry attempts=3
		if err = post(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// A failure is remembered, the next tick is another.
func report(ctx context.Context, url string) error {
	var last error
	for { // region: periodic
		if err := post(ctx, url); err != nil {
			last = err
		}
		select {
		case <-time.After(time.Minute):
		case <-ctx.Done():
			return last
		}
	}
}

// first looks for the first file that is there. That the folder cannot be asked
// for ends no round differently.
func first(names []string) string {
	for _, name := range names { // region: nextitem|none|failover
		dir, err := os.UserHomeDir()
		if err != nil {
			continue
		}
		if _, err := os.ReadFile(dir + "/" + name); err == nil {
			return name
		}
	}
	return ""
}

// paced waits between attempts as a list says: the same call each time.
func paced(url string, waits []time.Duration) (err error) {
	for _, wait := range waits { // region: retry
		if err = post(context.Background(), url); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}
