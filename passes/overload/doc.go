// Package overload defines an analyzer of how retries answer a server that is
// overloaded, and of failures that no retry can cure.
//
// # Analyzer overload
//
// overload: report overload that is met with more load, and hopeless retries
//
// A server that answers 429, 503 or ResourceExhausted says that it has too much
// to do. A client that sends the request again at once makes that worse. The
// Site Reliability Engineering book names the chain of it: overload, retries,
// more overload ("Addressing Cascading Failures", chapter 22), and asks for
// retries with a growing, random wait and a budget ("Handling Overload", chapter
// 21). Servers can say how long to wait: the header Retry-After (RFC 9110,
// section 10.2.3) or RetryInfo in the details of a gRPC status. OpenTelemetry's
// protocol allows a retry of ResourceExhausted only if RetryInfo is there.
//
// Wrong:
//
//	for range 5 {
//		resp, err := client.Do(req)
//		if err == nil && resp.StatusCode != http.StatusTooManyRequests {
//			return resp, nil
//		}
//	}
//
// Right: wait as long as the server asks, at least a growing and random wait,
// and end with the context.
//
// The other half are failures that are the same each time: 400, 403,
// InvalidArgument, PermissionDenied, a context that is canceled. Each attempt
// costs what the first one did, and the caller waits for nothing.
//
// Categories:
//
//   - retried: an overload signal is sent again at once, or after a wait too
//     short to matter.
//   - retryafter: an overload signal is retried without asking the answer how
//     long to wait.
//   - permanent: what waiting cannot cure is retried: client errors, a canceled
//     call, an error whose mark as permanent is lost.
//   - budget: a limit on retries is made anew for each call, so that it limits
//     nothing.
//   - hidden: with -strict, a handler that answers 429 or 503 without
//     Retry-After.
//   - directive: a retryvet:allow comment without a reason, or without effect.
//
// Overload that is retried after growing, random waits, up to a bound, under a
// context is accepted, and so is a wait taken from the answer, or an attempt
// that a budget, breaker or limiter could have refused.
//
// Flags:
//
//   - strict: report what is likely but not certain as well: operations of which
//     nothing is known whose every failure is retried, and answers that would be
//     accepted if the server said nothing.
//   - tests: report in _test.go files and in generated code as well.
package overload
