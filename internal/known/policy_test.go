package known

import (
	"go/constant"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
)

// given returns a setting of the built-in data with a value: a number, a
// duration, a text, or nil for one that is not constant.
func given(t *testing.T, path, symbol string, value any) Given {
	t.Helper()
	set, ok := find[*Setting](table().pkg(path), symbol)
	if !ok {
		t.Fatalf("%s.%s is no setting", path, symbol)
	}
	g := Given{Setting: set}
	switch v := value.(type) {
	case int:
		g.Value = constant.MakeInt64(int64(v))
	case float64:
		g.Value = constant.MakeFloat64(v)
	case time.Duration:
		g.Value = constant.MakeInt64(int64(v))
	case string:
		g.Value = constant.MakeString(v)
	case bool:
		g.Value = constant.MakeBool(v)
	}
	return g
}

func TestPolicyAttempts(t *testing.T) {
	const (
		v3, v4, v5 = "github.com/cenkalti/backoff/v3", "github.com/cenkalti/backoff/v4", "github.com/cenkalti/backoff/v5"
		avast3     = "github.com/avast/retry-go/v3"
		avast4     = "github.com/avast/retry-go/v4"
		wait       = "k8s.io/apimachinery/pkg/util/wait"
		grpc       = "google.golang.org/grpc"
		opensearch = "github.com/opensearch-project/opensearch-go/v4"
	)
	inTime := attempt.For(15 * time.Minute)
	tests := []struct {
		name string
		base attempt.Bound
		set  []Given
		want attempt.Bound
	}{
		{"nothing set", attempt.Times(10), nil, attempt.Times(10)},
		{"time stays", inTime, nil, inTime},
		{"retries are one less", inTime, []Given{given(t, v4, "WithMaxRetries", 5)}, attempt.Times(6)},
		{"no retry in v4", inTime, []Given{given(t, v4, "WithMaxRetries", 0)}, attempt.Times(1)},
		{"no limit of count in v3", inTime, []Given{given(t, v3, "WithMaxRetries", 0)}, inTime},
		{"no limit at all", inTime, []Given{given(t, v4, "ExponentialBackOff.MaxElapsedTime", 0)}, attempt.Forever()},
		{"another limit of time", inTime, []Given{given(t, v4, "ExponentialBackOff.MaxElapsedTime", time.Minute)}, attempt.For(time.Minute)},
		{"a count beats the time", inTime, []Given{given(t, v5, "WithMaxElapsedTime", time.Minute), given(t, v5, "WithMaxTries", 4)}, attempt.Times(4)},
		{"no tries means no count", inTime, []Given{given(t, v5, "WithMaxTries", 0)}, inTime},
		{"switched off", attempt.Times(7), []Given{given(t, opensearch, "Config.DisableRetry", true)}, attempt.Times(1)},
		{"not switched off", attempt.Times(7), []Given{given(t, opensearch, "Config.DisableRetry", false)}, attempt.Times(7)},
		{"perhaps switched off", attempt.Times(7), []Given{given(t, opensearch, "Config.DisableRetry", nil)}, attempt.Bound{}},
		{"never runs in v3", attempt.Times(10), []Given{given(t, avast3, "Attempts", 0)}, attempt.Times(0)},
		{"never ends in v4", attempt.Times(10), []Given{given(t, avast4, "Attempts", 0)}, attempt.Forever()},
		{"until it succeeds", attempt.Times(10), []Given{given(t, avast4, "UntilSucceeded", nil)}, attempt.Forever()},
		{"options that change no number", attempt.Times(10), []Given{given(t, avast4, "OnRetry", nil), given(t, avast4, "Delay", time.Second)}, attempt.Times(10)},
		{"an unknown number", attempt.Times(10), []Given{given(t, avast4, "Attempts", nil)}, attempt.Bound{}},
		{"the last one wins", attempt.Times(10), []Given{given(t, avast4, "Attempts", 3), given(t, avast4, "Attempts", 5)}, attempt.Times(5)},
		{"steps are attempts", attempt.Times(0), []Given{given(t, wait, "Backoff.Steps", 5)}, attempt.Times(5)},
		{"the cap ends it", attempt.Times(0), []Given{
			given(t, wait, "Backoff.Steps", 10), given(t, wait, "Backoff.Duration", time.Millisecond),
			given(t, wait, "Backoff.Factor", 2.0), given(t, wait, "Backoff.Cap", 4*time.Millisecond)}, attempt.Times(3)},
		{"a cap in any order", attempt.Times(0), []Given{
			given(t, wait, "Backoff.Cap", 4*time.Millisecond), given(t, wait, "Backoff.Factor", 2.0),
			given(t, wait, "Backoff.Duration", time.Millisecond), given(t, wait, "Backoff.Steps", 10)}, attempt.Times(3)},
		{"a cap that is never met", attempt.Times(0), []Given{
			given(t, wait, "Backoff.Steps", 3), given(t, wait, "Backoff.Duration", time.Millisecond),
			given(t, wait, "Backoff.Factor", 2.0), given(t, wait, "Backoff.Cap", time.Hour)}, attempt.Times(3)},
		{"steps without growth", attempt.Times(0), []Given{
			given(t, wait, "Backoff.Steps", 3), given(t, wait, "Backoff.Duration", time.Second),
			given(t, wait, "Backoff.Factor", 1.0), given(t, wait, "Backoff.Cap", time.Second)}, attempt.Times(3)},
		{"a cap below the first wait", attempt.Times(0), []Given{
			given(t, wait, "Backoff.Steps", 3), given(t, wait, "Backoff.Duration", time.Second),
			given(t, wait, "Backoff.Factor", 1.0), given(t, wait, "Backoff.Cap", time.Millisecond)}, attempt.Times(1)},
		{"a client's retries", attempt.Times(5), []Given{given(t, "github.com/hashicorp/go-retryablehttp", "Client.RetryMax", 9)}, attempt.Times(10)},
		{"zero for the default", attempt.Times(3), []Given{given(t, "github.com/aws/aws-sdk-go-v2/service/sqs", "Options.RetryMaxAttempts", 0)}, attempt.Times(3)},
		{"zero for no limit", attempt.Times(3), []Given{given(t, "github.com/aws/aws-sdk-go-v2/aws/retry", "AddWithMaxAttempts", 0)}, attempt.Forever()},
		{"negative for once", attempt.Times(4), []Given{given(t, "github.com/redis/go-redis/v9", "Options.MaxRetries", -1)}, attempt.Times(1)},
		{"a service config", attempt.Times(1), []Given{given(t, grpc, "WithDefaultServiceConfig",
			`{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":4}},{"name":[{}],"timeout":"1s"}]}`)}, attempt.Times(4)},
		{"a service config over the cap", attempt.Times(1), []Given{given(t, grpc, "WithDefaultServiceConfig",
			`{"methodConfig":[{"retryPolicy":{"maxAttempts":40}}]}`)}, attempt.Times(5)},
		{"a service config without retries", attempt.Times(1), []Given{given(t, grpc, "WithDefaultServiceConfig",
			`{"loadBalancingConfig":[{"round_robin":{}}]}`)}, attempt.Times(1)},
		{"a faulty service config", attempt.Times(1), []Given{given(t, grpc, "WithDefaultServiceConfig", `{`)}, attempt.Times(1)},
		{"an unknown service config", attempt.Times(1), []Given{given(t, grpc, "WithDefaultServiceConfig", nil)}, attempt.Bound{}},
		{"a value of the wrong kind", attempt.Times(5), []Given{given(t, avast4, "Attempts", "three")}, attempt.Bound{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := (Policy{Attempts: test.base}).With(test.set...).Attempts; got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// A number that is not constant stays a name, with what must be added to count
// attempts.
func TestPolicyNamed(t *testing.T) {
	g := given(t, "github.com/cenkalti/backoff/v4", "WithMaxRetries", nil)
	g.Name = "maxRetries"
	if got := (Policy{}).With(g).Attempts; got != attempt.Setting("maxRetries", 1) {
		t.Errorf("got %v, want maxRetries+1", got)
	}
}

func TestPolicyDelay(t *testing.T) {
	const (
		wait   = "k8s.io/apimachinery/pkg/util/wait"
		avast4 = "github.com/avast/retry-go/v4"
	)
	base := attempt.Delay{Growth: attempt.Exponential, Jitter: true, Base: time.Second}
	tests := []struct {
		name string
		set  []Given
		want attempt.Delay
	}{
		{"nothing set", nil, base},
		{"a fixed delay has no jitter", []Given{given(t, avast4, "FixedDelay", nil)}, attempt.Delay{Growth: attempt.Fixed, Base: time.Second}},
		{"another base", []Given{given(t, avast4, "Delay", time.Minute)}, attempt.Delay{Growth: attempt.Exponential, Jitter: true, Base: time.Minute}},
		{"factor 1 is fixed", []Given{given(t, wait, "Backoff.Factor", 1.0)}, attempt.Delay{Growth: attempt.Fixed, Jitter: true, Base: time.Second}},
		{"factor 2 is exponential", []Given{given(t, wait, "Backoff.Factor", 2)}, base},
		{"no jitter", []Given{given(t, wait, "Backoff.Jitter", 0.0)}, attempt.Delay{Growth: attempt.Exponential, Base: time.Second}},
		{"a jitter that is switched on", []Given{given(t, avast4, "FixedDelay", nil), given(t, "github.com/jpillora/backoff", "Backoff.Jitter", true)}, attempt.Delay{Growth: attempt.Fixed, Jitter: true, Base: time.Second}},
		{"a jitter that is switched off", []Given{given(t, "github.com/jpillora/backoff", "Backoff.Jitter", false)}, attempt.Delay{Growth: attempt.Exponential, Base: time.Second}},
		{"a jitter that is not constant", []Given{given(t, wait, "Backoff.Jitter", nil)}, base},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := (Policy{Delay: base}).With(test.set...).Delay; got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// Every setting of the data can be applied to anything.
func TestPolicyTotal(t *testing.T) {
	values := []constant.Value{nil, constant.MakeInt64(-1), constant.MakeInt64(0), constant.MakeUint64(1<<64 - 1), constant.MakeFloat64(1e300),
		constant.MakeString("x"), constant.MakeBool(true), constant.MakeUnknown()}
	for _, s := range table().stanzas {
		entries, _ := s.parsed()
		for _, e := range entries {
			set, ok := e.value.(*Setting)
			if !ok {
				continue
			}
			for _, v := range values {
				p := Policy{Attempts: attempt.Times(3)}.With(Given{Setting: set, Value: v})
				if p.Attempts.Kind == attempt.Count && p.Attempts.N < 0 {
					t.Errorf("%s.%s = %v gives %v", e.path, e.symbol, v, p.Attempts)
				}
			}
		}
	}
}
