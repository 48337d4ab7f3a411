// Package bounds has what ends a retry: numbers, names, time, nothing.
package bounds

import (
	"context"
	"flag"
	"net/http"
	"time"
)

var client http.Client

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Off by one in all directions.

func less(ctx context.Context, url string) (err error) {
	for i := 0; i < 5; i++ { // region: retry attempts=5 delay=none errors=all
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

func lessOrEqual(ctx context.Context, url string) (err error) {
	for i := 0; i <= 5; i++ { // region: retry attempts=6
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

func notEqual(ctx context.Context, url string) (err error) {
	for i := 1; i != 5; i++ { // region: retry attempts=4
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

func byTwo(ctx context.Context, url string) (err error) {
	for i := 0; i < 5; i += 2 { // region: retry attempts=3
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

func down(ctx context.Context, url string) (err error) {
	for i := 5; i >= 0; i-- { // region: retry attempts=6
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

func bottomBeforeCounting(ctx context.Context, url string) error {
	i := 0
	for { // region: retry attempts=6
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		if i == 5 {
			return err
		}
		i++
	}
}

func bottomAfterCounting(ctx context.Context, url string) error {
	i := 0
	for { // region: retry attempts=5
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		i++
		if i >= 5 {
			return err
		}
	}
}

func bottomGreater(ctx context.Context, url string) error {
	i := 0
	for { // region: retry attempts=6
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		i++
		if i > 5 {
			return err
		}
	}
}

func firstTryBefore(ctx context.Context, url string) error {
	err := get(ctx, url)
	for i := 0; i < 5 && err != nil; i++ { // region: retry attempts=6
		err = get(ctx, url)
	}
	return err
}

// A client that is made for each attempt makes the same attempt.
func firstTryBeforeAnew(ctx context.Context, url string, limit int) error {
	err := doer(newGetter(url)).do(ctx)
	for i := 0; i < limit && err != nil; i++ { // region: retry attempts=limit+1
		err = doer(newGetter(url)).do(ctx)
	}
	return err
}

// The first request goes elsewhere: it is no attempt of this retry.
func otherBefore(ctx context.Context, url, login string, limit int) error {
	err := doer(newGetter(login)).do(ctx)
	for i := 0; i < limit && err != nil; i++ { // region: retry attempts=limit
		err = doer(newGetter(url)).do(ctx)
	}
	return err
}

type doer interface{ do(context.Context) error }

type getter struct{ url string }

func newGetter(url string) *getter { return &getter{url} }

func (g *getter) do(ctx context.Context) error { return get(ctx, g.url) }

func tighterOfTwo(ctx context.Context, url string) error {
	var err error
	for i := 0; i < 10; i++ { // region: retry attempts=4
		if err = get(ctx, url); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
	}
	return err
}

const tries = 4

func constant(ctx context.Context, url string) (err error) {
	for range tries { // region: retry attempts=4
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

// Names.

// Parameter is exported, so its callers may be anybody.
func Parameter(ctx context.Context, url string, attempts int) (err error) {
	for i := 0; i < attempts; i++ { // region: retry attempts=attempts
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

// ParameterOfRetries makes one more attempt than its parameter says.
func ParameterOfRetries(ctx context.Context, url string, retries int) (err error) {
	for i := 0; i <= retries; i++ { // region: retry attempts=retries+1
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

// A Getter has a setting.
type Getter struct {
	Attempts int
	URL      string
}

func (g *Getter) get(ctx context.Context) (err error) {
	for i := 0; i < g.Attempts; i++ { // region: retry
		if err = get(ctx, g.URL); err == nil {
			break
		}
	}
	return err
}

var maxTries = flag.Int("tries", 3, "how often to try")

func flagged(ctx context.Context, url string) (err error) {
	for i := 0; i < *maxTries; i++ { // region: retry
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

// Passed through three functions the number is still a number.

func outer(ctx context.Context, url string) error         { return middle(ctx, url, 7) }
func middle(ctx context.Context, url string, n int) error { return inner(ctx, n, url) }
func inner(ctx context.Context, n int, url string) error  { return innermost(ctx, url, n) }
func innermost(ctx context.Context, u string, n int) error {
	var err error
	for i := 0; i < n; i++ { // region: retry attempts=7
		if err = get(ctx, u); err == nil {
			return nil
		}
	}
	return err
}

// Time.

func deadline(ctx context.Context, url string) (err error) {
	end := time.Now().Add(30 * time.Second)
	for time.Now().Before(end) { // region: retry attempts=time-bound delay=fixed
		if err = get(ctx, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func since(ctx context.Context, url string) error {
	start := time.Now()
	for { // region: retry attempts=time-bound delay=fixed
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		if time.Since(start) > 30*time.Second {
			return err
		}
		time.Sleep(time.Second)
	}
}

func timer(ctx context.Context, url string) error {
	timeout := time.After(30 * time.Second)
	for { // region: retry attempts=time-bound delay=fixed
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		select {
		case <-timeout:
			return err
		case <-time.After(time.Second):
		}
	}
}

func contextTimeout(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for { // region: retry attempts=time-bound delay=fixed ctx=yes
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

// Nothing.

func unbounded(url string) {
	for { // region: retry attempts=unbounded delay=fixed ctx=no errors=all
		if err := get(context.Background(), url); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// untilCancelled ends with its caller, which is no bound of its own.
func untilCancelled(ctx context.Context, url string) error {
	for { // region: retry attempts=unbounded delay=fixed ctx=yes
		if get(ctx, url) == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// counted has a counter that bounds nothing: it is logged only.
func counted(url string) int {
	n := 0
	for { // region: retry attempts=unbounded
		n++
		if get(context.Background(), url) == nil {
			return n
		}
		time.Sleep(time.Second)
	}
}

// resetCounter starts counting again: its test bounds nothing.
func resetCounter(url string) {
	n := 0
	for { // region: retry attempts=unbounded
		if get(context.Background(), url) == nil {
			return
		}
		if n++; n == 3 {
			time.Sleep(time.Minute)
			n = 0
		}
	}
}

// Near misses: one attempt only.

func once(ctx context.Context, url string) (err error) {
	for i := 0; i < 1; i++ { // region: none|retry attempts=1
		if err = get(ctx, url); err == nil {
			break
		}
	}
	return err
}

func gaveUp(ctx context.Context, url string) error {
	for range 3 { // region: other
		if err := get(ctx, url); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func threeTimesWhatever(ctx context.Context, url string) (failed int) {
	for range 3 { // region: other
		if get(ctx, url) != nil {
			failed++
		}
	}
	return failed
}

// guarded ends with a context that a deferred function asks, too, and that took
// the place of the caller's.
func guarded(ctx context.Context, url string, log func(context.Context, error)) (err error) {
	defer func() {
		if err != nil {
			log(ctx, err)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for { // region: retry attempts=time-bound delay=fixed ctx=yes
		if err = get(ctx, url); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

// renewed gives each attempt a context of its own, which limits that attempt.
func renewed(ctx context.Context, url string, log func(context.Context, error)) (err error) {
	defer func() {
		if err != nil {
			log(ctx, err)
		}
	}()
	for { // region: retry attempts=unbounded delay=fixed
		if err = get(ctx, url); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
	}
}

// Longest can be set by those who use the package.
var Longest = 8 * time.Second

// untilTooLong gives up once the wait has grown to a length that is no constant.
func untilTooLong(ctx context.Context, url string) error {
	wait := time.Second
	for { // region: retry attempts=Longest delay=exponential
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		if wait >= Longest {
			return err
		}
		time.Sleep(wait)
		wait *= 2
	}
}

// untilSpent adds up its waits.
func untilSpent(ctx context.Context, url string, budget time.Duration) (err error) {
	for spent := time.Duration(0); spent < budget; spent += time.Second { // region: retry attempts=budget delay=fixed
		if err = get(ctx, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// untilEight is counted: the limit is a constant.
func untilEight(ctx context.Context, url string) error {
	wait := time.Second
	for { // region: retry attempts=4 delay=exponential
		err := get(ctx, url)
		if err == nil {
			return nil
		}
		if wait >= 8*time.Second {
			return err
		}
		time.Sleep(wait)
		wait *= 2
	}
}
