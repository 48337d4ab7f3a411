// Package overload defines an analyzer of how retries answer a server that is
// overloaded, and of failures that no retry can cure.
//
// # Analyzer overload
//
// overload: report overload that is met with more load, and hopeless retries
//
// A server that answers 429, 503 or `ResourceExhausted` says that it has more to do
// than it can. Sent again at once, the request becomes part of the problem: that is
// how a short overload turns into an outage (Site Reliability Engineering, chapter 22,
// [Addressing Cascading Failures], and chapter 21, [Handling Overload]). What the
// server can do about it is say how long to wait: the header `Retry-After`
// ([RFC 9110, section 10.2.3]), or `RetryInfo` in the details of a gRPC status.
// OpenTelemetry's protocol is the model: `ResourceExhausted` is retried only if
// `RetryInfo` is there ([OTLP, failures]).
//
// The other half are failures that are the same each time: 400, 403,
// `InvalidArgument`, `PermissionDenied`, a context that is canceled. Each attempt
// costs what the first one did, and the caller waits for nothing.
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
//   - hidden: with `-strict`, a handler that answers 429 or 503 without
//     `Retry-After`.
//   - directive: a `retryvet:allow` comment without a reason, or without effect.
//
// Accepted, and silent: a signal that is retried after growing, random waits, up to a
// bound, under a context; a wait that is computed from the answer; an attempt that a
// budget, a breaker or a limiter could have refused.
//
// # How it knows
//
// It lets the operation fail with each status, code and class that the code can tell
// apart, and follows the control flow: through comparisons, switches, ranges, lists,
// tables and predicates, in whatever function they are. Only a way on which every
// test of the failure is understood makes a finding.
//
// # retried
//
// An overload signal is sent again at once, or after a constant wait of less than
// 100 ms.
//
//	registry.go:57:7: 429 is retried at once, up to 5 attempts of (*http.Client).Do: wait as long as the answer asks, or longer each time, with jitter
//
// The finding stands where the signal is let through: at the comparison, the list
// element, or the return of the predicate.
//
// What to do:
//
//	d := min(time.Second<<attempt, 30*time.Second)
//	d = d/2 + rand.N(d/2)
//	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
//		d = max(d, time.Duration(s)*time.Second)
//	}
//	select {
//	case <-time.After(d):
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
// # retryafter
//
// An overload signal is retried on a schedule of its own: the answer, which may say
// how long to wait, is never asked. Waits that grow, with jitter, a bound and a
// context, are accepted; `-strict` reports those as well.
//
//	skills.go:20:9: 429 is retried after 10s, up to 4 attempts of (*http.Client).Do: the response's Retry-After is never read
//
// What to do: take what the answer says for the least wait, as above. For gRPC:
//
//	for _, d := range status.Convert(err).Details() {
//		if info, ok := d.(*errdetails.RetryInfo); ok {
//			wait = max(wait, info.GetRetryDelay().AsDuration())
//		}
//	}
//
// # permanent
//
// Failures that are the same at each attempt are retried: 400, 401, 403, 422,
// `InvalidArgument`, `PermissionDenied`, `Unauthenticated`, `Unimplemented`, and calls
// whose context is canceled. [AIP-194] lists the codes that are not to be retried.
//
//	matching.go:34:2: canceled calls are retried, up to 7 attempts of (Matching).Poll: nobody waits for the answer any more
//	node.go:53:11: the mark that an error is permanent is lost here, so it is retried, up to 9 attempts of (*Node).dispatch: wrap it with %w
//
// Reported are failures that the code tells apart and lets through; classifiers that
// end with some of them and forget that the caller may have gone; marks, such as
// `backoff.Permanent`, that are lost in wrapping; and operations that are known to
// give such answers (RPCs, SQL, requests whose status becomes an error, clients of
// cloud services) and are repeated after every failure. With `-strict`, operations of
// which nothing is known too.
//
// Not found (404) is left alone where it is the only one: what was just made may be
// found later.
//
// What to do: list what may pass, and let all else end the repetition:
//
//	func transient(err error) bool {
//		switch status.Code(err) {
//		case codes.Unavailable, codes.Aborted:
//			return true
//		}
//		return false
//	}
//
// # budget
//
// A limiter that could refuse a retry is made by the function that asks it. Each call
// has a budget of its own, and all of them together have none. An object of the program
// is taken for one if it is counted down, and the loop counts its attempts besides.
//
//	push.go:17:12: this budget is made for each call, so it holds back no other: make it once, and share it
//
// The Site Reliability Engineering book keeps one budget for a whole process
// ([Handling Overload]).
//
// What to do: make the limiter where the client is made.
//
// # hidden
//
// With `-strict`: a handler that answers 429 or 503 and does not say for how long.
//
//	api.go:40:3: 503 is answered without Retry-After: callers can only guess when to come back
//
// What to do: set the header `Retry-After` before the status.
//
// # directive
//
// A comment with a reason silences a finding:
//
//	//retryvet:allow overload/permanent the proxy answers 403 until its rules are loaded
//	for range 3 {
//		err = c.send(msg)
//	}
//
// What it covers, and which directives are reported, is said in [nestedretry].
//
// # Flags
//
//   - `-strict`: report what is likely but not certain as well: operations of which
//     nothing is known whose every failure is retried, and answers that would be
//     accepted if the server said nothing.
//   - `-tests`: report in `_test.go` files and in generated code as well.
//   - `-known=records`: take these records for true ([your own code]).
//   - `-today=day`: the day at which the `until=` of directives is judged, such as
//     2027-06-30; without it none ends. The command passes the day.
//
// # How often it is right
//
// 19 findings in etcd, loki and five client libraries were read with the
// source open, before the last mending: 13 right, 3 wrong (silent now), 3 a matter of
// taste, such as a test that waits until its server is up. 3 that came since were right.
// 12 in dgraph and lego, for which nothing had been mended: 10 right, 1 wrong (an
// operation that says itself what is final; silent now), 1 a matter of taste.
//
// # What it cannot see
//
//   - A predicate of another package is known by classes and by the statuses that errors
//     carry, not by single codes, and one that reads the text of an error is not known at
//     all: then nothing is reported.
//   - Lists and tables are read where this package writes them out with constants.
//   - What a proxy or a mesh does with the same answer is not seen.
//
// [Addressing Cascading Failures]: https://sre.google/sre-book/addressing-cascading-failures/
// [Handling Overload]: https://sre.google/sre-book/handling-overload/
// [RFC 9110, section 10.2.3]: https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
// [OTLP, failures]: https://opentelemetry.io/docs/specs/otlp/#failures
// [AIP-194]: https://google.aip.dev/194
// [nestedretry]: https://github.com/retryvet/retryvet/blob/main/docs/nestedretry.md#directive
// [your own code]: https://github.com/retryvet/retryvet/blob/main/docs/your-code.md
package overload
