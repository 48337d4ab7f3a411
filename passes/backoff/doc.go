// Package backoff defines an analyzer of the waits between attempts, and of
// what ends them.
//
// # Analyzer backoff
//
// backoff: report retries that do not pause, do not end or never happen
//
// A retry without a wait meets the same fault a few milliseconds later, and adds its
// load to it. A retry without a limit goes on when the caller has long given up. The
// Amazon Builders' Library asks for capped exponential waits with jitter
// ([Timeouts, retries, and backoff with jitter]), since clients that fail together
// otherwise come back together; the Site Reliability Engineering book for randomized
// exponential backoff and a limit of attempts per request (chapter 22,
// [Addressing Cascading Failures]).
//
// Wrong:
//
//	for range 5 {
//		if err = client.Send(ctx, msg); err == nil {
//			return nil
//		}
//	}
//
// Right: wait between the attempts, longer each time and randomly, and end with the
// context:
//
//	d := min(base<<attempt, longest)
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
//   - jitter: with `-strict`, waits are the same for all clients.
//   - directive: a `retryvet:allow` comment without a reason, or without effect.
//
// Loops that serve, poll, take the next item or reconnect for as long as the program
// lives are no retries, and are never reported.
//
// # nodelay
//
// An operation that leaves the process is repeated at once: after every failure, or
// after some of them, because a `continue` skips the wait.
//
//	query.go:46:15: (Handler).Do is repeated without a wait, up to maxRetries attempts: wait longer each time, with jitter
//
// A single repeat (two attempts) is accepted, and so is one after something was
// mended: a credential renewed, a state read again. `-strict` reports the first.
//
// What to do: wait longer each time, randomly, and end with the context:
//
//	d := min(base<<attempt, longest)
//	select {
//	case <-time.After(d/2 + rand.N(d/2)):
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
// # unbounded
//
// No number of attempts, no time and no context ends the repetition, and somebody
// waits for its result.
//
//	kv.go:52:14: (Raft).Propose is repeated until it succeeds: no number of attempts, no time and no context ends it
//
// What to do: give it a number, or let it end with the caller's context. With
// `-strict`, functions without a result are reported as well.
//
// # dead
//
// What is handed to a retry helper is never repeated: the function swallows its error,
// or returns it where the helper ends, or a setting allows one attempt only. A setting
// that the library ignores is reported here too: zero attempts where zero means the
// default.
//
//	push.go:31:9: (*Client).Push is never repeated: no failure of it reaches the helper as one to retry
//
// What to do: return the error as the helper wants it, or call the function without
// the helper.
//
// # reset
//
// The counter of attempts, or the backoff, is made anew in each round: the limit is
// never reached, or the waits never grow.
//
//	iam.go:42:15: the counter starts again in every attempt, so this limit is never reached: set it before the loop
//
// What to do: make both before the loop.
//
// # stop
//
// A policy that does not do what is written: a literal that leaves its stop value zero,
// so that it goes on without a wait when its time has passed; a stop value that is taken
// for a wait; a wait that is shifted beyond 63 bits before it is compared with its
// longest; a number of attempts that a cap on the waits cuts short.
//
//	transport.go:20:11: this ExponentialBackOff never stops: when MaxElapsedTime has passed it answers a wait of 0, since Stop is not set; make it with its constructor
//	executor.go:979:14: only 5 of unlimited attempts are made: the wait that would pass Cap ends the repetition
//
// What to do: use the constructor; compare with the stop value; limit the shift
// (`base << min(n, 10)`); leave the cap out, or count the attempts it leaves.
//
// # jitter
//
// With `-strict`: waits without a random part. Clients that failed together come back
// together ([Exponential Backoff and Jitter]).
//
//	filer.go:45:2: (Filer).Lookup is repeated after an exponential wait without jitter: clients that failed together come back together
//
// What to do: make half of each wait random: `d/2 + rand.N(d/2)`.
//
// # directive
//
// A comment with a reason silences a finding:
//
//	//retryvet:allow backoff/nodelay the queue answers only after it has waited itself
//	for range 3 {
//		msg, err = q.Take(ctx)
//	}
//
// What it covers, and which directives are reported, is said in [nestedretry].
//
// # Flags
//
//   - `-strict`: report what is likely but not certain as well, and waits without
//     jitter.
//   - `-tests`: report in `_test.go` files and in generated code as well.
//   - `-known=records`: take these records for true ([your own code]).
//   - `-today=day`: the day at which the `until=` of directives is judged, such as
//     2027-06-30; without it none ends. The command passes the day.
//
// # How often it is right
//
// 41 findings in 13 modules were read with the source open, before the last mending.
// Of 21 in programs (argo-workflows, buildkit, etcd, loki) 14 were right; of 20 in
// client libraries, whose waits and ends lie behind interfaces and function values, 2.
// All of the wrong ones are silent now but one, where an interface decides. Of 9 in
// dgraph and lego, for which nothing had been mended, 3 were right and 2 wrong (a
// closure that waits for an answer; silent now); 4 are a matter of taste: what is
// repeated without a wait is the end of the attempt's own timeout.
//
// # What it cannot see
//
//   - A call of which nothing is known, which tells nothing and is handed nothing but a
//     context or a duration, may wait: then nothing is reported.
//   - Whether an operation leaves the process is told by a context among its parameters, or
//     by what is known of it. Others are taken for local.
//   - Waits that another process makes (a queue's delay, a gateway's retry policy) are not
//     seen.
//
// [Timeouts, retries, and backoff with jitter]: https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
// [Addressing Cascading Failures]: https://sre.google/sre-book/addressing-cascading-failures/
// [Exponential Backoff and Jitter]: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
// [nestedretry]: https://github.com/retryvet/retryvet/blob/main/docs/nestedretry.md#directive
// [your own code]: https://github.com/retryvet/retryvet/blob/main/docs/your-code.md
package backoff
