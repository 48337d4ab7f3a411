// Package remote has functions whose bodies do not show what they repeat.
package remote

import (
	"context"
	"time"
)

var calls chan<- string
var answers <-chan error

// Ask is repeated by who reads calls.
//
//retryvet:retries retries=2 delay=fixed base=100ms errors=connection,timeout
func Ask(what string) error {
	calls <- what
	return <-answers
}

// Patient is repeated for as long as the caller says.
//
//retryvet:retries attempts=most
func Patient(ctx context.Context, most time.Duration) error {
	calls <- "patience"
	return <-answers
}

type Queue struct{ jobs chan func() error }

// Submit has op run by a worker, which repeats it.
//
//retryvet:retries attempts=times runs=op
func (q *Queue) Submit(times int, op func() error, done func(error)) {
	q.jobs <- op
}

// Direct looks like a retry, and is none: its caller knows.
//
//retryvet:retries attempts=1
func Direct(urls []string) (err error) {
	for range 3 {
		calls <- urls[0]
		if err = <-answers; err == nil {
			return nil
		}
	}
	return err
}

//retryvet:retries atempts=3 // want `retryvet:retries: unknown field atempts=3: one of attempts=, retries=, runs=, delay=, base=, cap=, errors=, ctx=, methods=`
func misspelt() error { return <-answers }

//retryvet:retries // want `retryvet:retries: say how often: attempts=N or retries=N`
func silent() error { return <-answers }

//retryvet:retries attempts=many // want `retryvet:retries: attempts=many is not a number, a parameter, a length of time, unlimited or time`
func unclear() error { return <-answers }

//retryvet:retries attempts=what // want `retryvet:retries: the parameter what holds no number`
func wrongParameter(what string) error { return <-answers }

//retryvet:retries attempts=2 delay=quadratic // want `retryvet:retries: "quadratic" is not none, fixed, linear or exponential`
func wrongDelay() error { return <-answers }

//retryvet:retries attempts=2 // want `retryvet:retries: it is handed several functions: runs=NAME says which it repeats`
func several(a, b func() error) error { return <-answers }

//retryvet:retries attempts=2 errors=often // want `retryvet:retries: "often" is not a list of error classes`
func wrongErrors() error { return <-answers }

//retryvet:effect none key=id // want `retryvet:effect: what does no harm needs no key`
func confused(id string) error { return <-answers }

//retryvet:effect mail key=token // want `retryvet:effect: key=token is no parameter, no field of one such as in.Token, and no header such as Idempotency-Key`
func wrongKey(id string) error { return <-answers }

//retryvet:retries attempts=2 // want `retryvet:retries: it stands above no function and no interface method`
var limit = 3
