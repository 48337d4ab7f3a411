package measure

import (
	"context"
	"testing"
	"time"

	rican "github.com/Rican7/retry"
	"github.com/Rican7/retry/strategy"
	avast3 "github.com/avast/retry-go/v3"
	avast4 "github.com/avast/retry-go/v4"
	avast5 "github.com/avast/retry-go/v5"
	backoff3 "github.com/cenkalti/backoff/v3"
	backoff4 "github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	"github.com/matryer/try"
	"github.com/sethvargo/go-retry"
	rogpeppe "gopkg.in/retry.v1"
	"k8s.io/apimachinery/pkg/util/wait"
	kubernetes "k8s.io/client-go/util/retry"

	"github.com/retryvet/retryvet/internal/known"
)

const ms = time.Millisecond

func TestCenkalti(t *testing.T) {
	const v3, v4, v5 = "github.com/cenkalti/backoff/v3", "github.com/cenkalti/backoff/v4", "github.com/cenkalti/backoff/v5"
	count(t, "v3 five retries", made(t, v3, "NewConstantBackOff").With(set(t, v3, "WithMaxRetries", 5)), func(n *counter) {
		_ = backoff3.Retry(n.err, backoff3.WithMaxRetries(backoff3.NewConstantBackOff(ms), 5))
	})
	count(t, "v4 five retries", made(t, v4, "NewConstantBackOff").With(set(t, v4, "WithMaxRetries", 5)), func(n *counter) {
		_ = backoff4.Retry(n.err, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(ms), 5))
	})
	count(t, "v4 no retries", made(t, v4, "NewConstantBackOff").With(set(t, v4, "WithMaxRetries", 0)), func(n *counter) {
		_ = backoff4.Retry(n.err, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(ms), 0))
	})
	count(t, "v4 stop", literal(t, v4, "StopBackOff"), func(n *counter) {
		_ = backoff4.Retry(n.err, &backoff4.StopBackOff{})
	})
	count(t, "v5 four tries", call(t, v5, "Retry").With(set(t, v5, "WithMaxTries", 4)), func(n *counter) {
		_, _ = backoff5.Retry(context.Background(), n.int, backoff5.WithMaxTries(4), backoff5.WithBackOff(backoff5.NewConstantBackOff(ms)))
	})
	count(t, "v5 stop", literal(t, v5, "StopBackOff"), func(n *counter) {
		_, _ = backoff5.Retry(context.Background(), n.int, backoff5.WithBackOff(&backoff5.StopBackOff{}))
	})
}

func TestAvast(t *testing.T) {
	const v3, v4, v5 = "github.com/avast/retry-go/v3", "github.com/avast/retry-go/v4", "github.com/avast/retry-go/v5"
	count(t, "v3 default", call(t, v3, "Do"), func(n *counter) { _ = avast3.Do(n.err, avast3.Delay(1), avast3.MaxDelay(1)) })
	count(t, "v3 zero", call(t, v3, "Do").With(set(t, v3, "Attempts", 0)), func(n *counter) { _ = avast3.Do(n.err, avast3.Attempts(0)) })
	count(t, "v4 default", call(t, v4, "Do"), func(n *counter) { _ = avast4.Do(n.err, avast4.Delay(1), avast4.MaxDelay(1)) })
	count(t, "v4 three", call(t, v4, "Do").With(set(t, v4, "Attempts", 3)), func(n *counter) {
		_ = avast4.Do(n.err, avast4.Attempts(3), avast4.Delay(1), avast4.MaxDelay(1))
	})
	count(t, "v5 default", made(t, v5, "New"), func(n *counter) { _ = avast5.New(avast5.Delay(1), avast5.MaxDelay(1)).Do(n.err) })
	count(t, "v5 four", made(t, v5, "New").With(set(t, v5, "Attempts", 4)), func(n *counter) {
		_ = avast5.New(avast5.Attempts(4), avast5.Delay(1), avast5.MaxDelay(1)).Do(n.err)
	})
}

func TestSethvargo(t *testing.T) {
	const path = "github.com/sethvargo/go-retry"
	base := made(t, path, "NewConstant")
	for _, retries := range []int{0, 5} {
		count(t, "retries", base.With(set(t, path, "WithMaxRetries", retries)), func(n *counter) {
			_ = retry.Do(context.Background(), retry.WithMaxRetries(uint64(retries), retry.NewConstant(1)), func(context.Context) error {
				return retry.RetryableError(n.err())
			})
		})
	}
	// Without a mark the first error is final: the protocol is "marked".
	var n counter
	_ = retry.Do(context.Background(), retry.WithMaxRetries(5, retry.NewConstant(1)), n.ctx)
	if f := known.Lookup(function(path, "Do")); n != 1 || f.Protocol != known.Marked {
		t.Errorf("a plain error: %d attempts, protocol %s", n, f.Protocol)
	}
}

func TestEapache(t *testing.T) {
	const path = "github.com/eapache/go-resiliency/retrier"
	count(t, "constant", known.Policy{}.With(set(t, path, "ConstantBackoff", 5)), func(n *counter) {
		_ = retrier.New(retrier.ConstantBackoff(5, 1), nil).Run(n.err)
	})
	count(t, "list", known.Policy{}.With(set(t, path, "New", 2)), func(n *counter) {
		_ = retrier.New([]time.Duration{1, 1}, nil).Run(n.err)
	})
}

func TestLestrrat(t *testing.T) {
	const path = "github.com/lestrrat-go/backoff/v2"
	count(t, "three", made(t, path, "Exponential").With(set(t, path, "WithMaxRetries", 3)), func(n *counter) {
		c := lestrrat.Exponential(lestrrat.WithMinInterval(1), lestrrat.WithMaxInterval(ms), lestrrat.WithMaxRetries(3)).Start(context.Background())
		for lestrrat.Continue(c) {
			_ = n.err()
		}
	})
	count(t, "null", made(t, path, "Null"), func(n *counter) {
		c := lestrrat.Null().Start(context.Background())
		for lestrrat.Continue(c) {
			_ = n.err()
		}
	})
}

func TestRogpeppe(t *testing.T) {
	const path = "gopkg.in/retry.v1"
	for _, limit := range []int{0, 1, 4} {
		count(t, "limit", literal(t, path, "Exponential").With(set(t, path, "LimitCount", limit)), func(n *counter) {
			for a := rogpeppe.Start(rogpeppe.LimitCount(limit, rogpeppe.Exponential{Initial: 1}), nil); a.Next(); {
				_ = n.err()
			}
		})
	}
}

func TestRican(t *testing.T) {
	count(t, "limit", call(t, "github.com/Rican7/retry", "Retry").With(set(t, "github.com/Rican7/retry/strategy", "Limit", 4)), func(n *counter) {
		_ = rican.Retry(n.numbered, strategy.Limit(4))
	})
}

func TestMatryer(t *testing.T) {
	count(t, "default", call(t, "github.com/matryer/try", "Do"), func(n *counter) { _ = try.Do(n.again) })
}

func TestFailsafe(t *testing.T) {
	const path = "github.com/failsafe-go/failsafe-go/retrypolicy"
	count(t, "default", made(t, path, "NewWithDefaults"), func(n *counter) {
		_ = failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(n.err)
	})
	count(t, "retries", made(t, path, "NewBuilder").With(set(t, path, "Builder.WithMaxRetries", 4)), func(n *counter) {
		_ = failsafe.With(retrypolicy.NewBuilder[any]().WithMaxRetries(4).Build()).Run(n.err)
	})
	count(t, "attempts", made(t, path, "NewBuilder").With(set(t, path, "Builder.WithMaxAttempts", 4)), func(n *counter) {
		_ = failsafe.With(retrypolicy.NewBuilder[any]().WithMaxAttempts(4).Build()).Run(n.err)
	})
	count(t, "no policy", call(t, "github.com/failsafe-go/failsafe-go", "Executor.Run"), func(n *counter) { _ = failsafe.With[any]().Run(n.err) })
}

func TestKubernetes(t *testing.T) {
	const path = "k8s.io/client-go/util/retry"
	always := func(error) bool { return true }
	count(t, "DefaultRetry", variable(t, path, "DefaultRetry"), func(n *counter) { _ = kubernetes.OnError(kubernetes.DefaultRetry, always, n.err) })
	count(t, "DefaultBackoff", variable(t, path, "DefaultBackoff"), func(n *counter) { _ = kubernetes.OnError(kubernetes.DefaultBackoff, always, n.err) })
}

// The cap of a wait.Backoff ends it before its steps are spent.
func TestWaitBackoff(t *testing.T) {
	const path = "k8s.io/apimachinery/pkg/util/wait"
	for name, b := range map[string]wait.Backoff{
		"empty":            {},
		"steps":            {Steps: 4, Duration: ms},
		"cap met":          {Steps: 10, Duration: ms, Factor: 2, Cap: 4 * ms},
		"cap met, jitter":  {Steps: 10, Duration: ms, Factor: 2, Jitter: 0.5, Cap: 4 * ms},
		"cap not met":      {Steps: 3, Duration: ms, Factor: 2, Cap: time.Hour},
		"cap below":        {Steps: 10, Duration: 5 * ms, Factor: 2, Cap: 4 * ms},
		"cap below, one":   {Steps: 4, Duration: 5 * ms, Factor: 1, Cap: 4 * ms},
		"cap below, none":  {Steps: 4, Duration: 5 * ms, Cap: 4 * ms},
		"cap below, half":  {Steps: 4, Duration: 5 * ms, Factor: 0.5, Cap: 4 * ms},
		"cap below, 0.9":   {Steps: 4, Duration: 5 * ms, Factor: 0.9, Cap: 4 * ms},
		"cap equal, one":   {Steps: 4, Duration: 4 * ms, Factor: 1, Cap: 4 * ms},
		"factor 1.5, caps": {Steps: 9, Duration: 2 * ms, Factor: 1.5, Cap: 7 * ms},
	} {
		want := literal(t, path, "Backoff").With(
			set(t, path, "Backoff.Steps", b.Steps), set(t, path, "Backoff.Duration", b.Duration), set(t, path, "Backoff.Factor", b.Factor),
			set(t, path, "Backoff.Jitter", b.Jitter), set(t, path, "Backoff.Cap", b.Cap))
		count(t, name, want, func(n *counter) { _ = wait.ExponentialBackoff(b, n.no) })
		count(t, name+", ctx", want, func(n *counter) { _ = wait.ExponentialBackoffWithContext(context.Background(), b, n.noCtx) })
	}
}
