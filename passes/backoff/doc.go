// Package backoff defines an analyzer of the waits between attempts, and of
// what ends them.
//
// # Analyzer backoff
//
// backoff: report retries that do not pause, do not end or never happen
//
// A retry without a wait meets a service that just failed with the same load
// again, a few milliseconds later. A retry without a limit goes on when the
// caller has long given up. The Amazon Builders' Library asks for a capped
// exponential wait with jitter ("Timeouts, retries, and backoff with jitter"),
// since clients that fail together otherwise come back together. The Site
// Reliability Engineering book asks for randomized exponential backoff and a
// limit per request (chapter 22, "Addressing Cascading Failures").
//
// Wrong:
//
//	for i := 0; i < 5; i++ {
//		if err = client.Send(ctx, msg); err == nil {
//			return nil
//		}
//	}
//
// Right:
//
//	d := min(base<<i, longest)
//	select {
//	case <-time.After(d/2 + rand.N(d/2)):
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
// Categories:
//
//   - nodelay: an operation that leaves the process is repeated at once, after
//     all failures or some.
//   - unbounded: no number, time or context ends the attempts.
//   - dead: what is handed to a retry helper is never repeated.
//   - reset: the counter or the backoff starts again in each attempt.
//   - stop: a wait that is none: a policy without its stop value, a stop value
//     taken for a wait, a shift that overflows before its limit, a number of
//     attempts that a cap cuts short.
//   - jitter: waits are the same for all clients.
//   - directive: a retryvet:allow comment without a reason, or without effect.
//
// Loops that serve, poll or reconnect for as long as the program lives are no
// retries, and are not reported.
//
// Flags:
//
//   - strict: report what is likely but not certain as well, and waits without
//     jitter.
//   - tests: report in _test.go files and in generated code as well.
package backoff
