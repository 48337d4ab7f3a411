// Package nestedretry defines an analyzer that multiplies the retries on each
// call path.
//
// # Analyzer nestedretry
//
// nestedretry: report retries around retries, and how many calls they make
//
// A layer that retries looks harmless where it stands. But layers multiply: three
// attempts over three attempts over three attempts are 27 calls for one request,
// made just when the service at the bottom can bear them least. The Site
// Reliability Engineering book counts 64 attempts on a database for one action of
// one user, from three layers with three retries each (chapter 22,
// [Addressing Cascading Failures]); the Amazon Builders' Library counts 243 for a
// stack of five layers with three tries ([Timeouts, retries, and backoff with jitter]).
// Both give the same advice: retry at one layer, fail fast at all others.
//
// Reported is each call path on which a layer repeats what another layer below it
// has given up on:
//
//	up to 9 calls of (*http.Client).Do per request: 3 attempts here x 3 in (*Client).Get (client.go:20)
//
// Wrong:
//
//	for range 3 {
//		if b, err = g.client.Balance(ctx, id); err == nil { // which makes three attempts itself
//			return b, nil
//		}
//	}
//
// Right: one layer owns the retries, the others hand the failure up:
//
//	return g.client.Balance(ctx, id)
//
// Categories:
//
//   - product: two layers or more, each of which ends by a number of attempts.
//   - unbounded: a layer without a limit around another one, or one limited only
//     by time in such a path.
//   - directive: a `retryvet:` comment without a reason, without effect, or that
//     cannot be understood.
//
// # product
//
// Two layers or more on one call path, each ended by a number of attempts.
//
//	gateway.go:41:12: up to 27 calls of (*http.Client).Do per request: 3 attempts here x 3 in (*Orchestrator).Answer (orchestrator.go:34) x 3 in (*Billing).ChargeDetails (client.go:35)
//
// Read it from left to right as from outside to inside: one request makes 3
// attempts at this place; each of them lets `Answer` make 3; each of those lets
// `ChargeDetails` make 3. Every number counts attempts: the first try and its
// retries.
//
// A number may be a setting: `3 x (maxRetries+1)` says that the code reads it at
// run time. Give it a value with `-assume maxRetries=2`.
//
// Layers multiply only if the outer one repeats what the inner one gives up with.
// A loop that repeats conflicts only, over a client that repeats overload only,
// is not reported. Retries one after the other add up; they do not multiply. And
// layers that know of each other are none: an inner one that makes one attempt
// because of an option (`Options{NoRetry: true}`), a parameter or a mark in its
// context (`ctx.Value(noRetryKey) != nil`) is silent on the paths that set it. The
// finding stands at the outermost layer, or, if that lies in another package, at
// the place where this package puts one layer behind the interface of the other.
//
// What to do: choose one owner, near the user, where the deadline is known.
// Let all other layers make one attempt and hand the failure up:
//
//	// Wrong: the client makes three attempts itself.
//	for range 3 {
//		if b, err = g.client.Balance(ctx, id); err == nil {
//			return b, nil
//		}
//	}
//
//	// Right: this is not the layer that retries.
//	return g.client.Balance(ctx, id)
//
// Clients of libraries often retry by default; most have a setting that turns it
// off. If several layers must retry, put a budget around them that is shared.
//
// Accept more with `-max=9`: up to nine calls per request are not reported.
//
// # unbounded
//
// As above, but a layer has no number: nothing ends it but success or the caller's
// patience, or it goes on for a length of time.
//
// A layer that never gives up leaves nothing to repeat to those above it, so they
// are not multiplied with it. The finding stands at the endless layer, over the
// retries below.
//
//	worker.go:20:14: unlimited calls of (*http.Client).Do per request: unbounded attempts here x 3 in (*Client).Get (client.go:20)
//
// What to do: give the layer a number of attempts, or take the retries out of what
// it calls.
//
// # directive
//
// A comment silences a finding, with a reason:
//
//	//retryvet:allow nestedretry the inner client retries only before the first byte is sent
//	for range 3 {
//		err = c.send(msg)
//	}
//
// It covers what starts on its line or on the next one: a statement, a loop with
// its body, a whole function. `nestedretry/product` names one category; `max=9` and
// `until=2027-06-30` before the reason end it when the number grows, and after that
// day. Reported is a directive without a reason, one that silences nothing any
// more, one that names no analyzer, and one on [your own code] that cannot be
// understood.
//
// # Flags
//
//   - `-max=N`: accept up to N calls per request. The default, 1, accepts one layer
//     on each path.
//   - `-assume name=number`: take a setting for a number, such as
//     `-assume maxRetries=3`. May be repeated.
//   - `-tests`: report in `_test.go` files and in generated code as well.
//   - `-known=records`: take these records for true ([your own code]).
//   - `-today=day`: the day at which the `until=` of directives is judged, such as
//     2027-06-30; without it none ends. The command passes the day.
//
// # How often it is right
//
// 41 findings in argo-workflows, buildkit, cloudflared, distribution, etcd and loki were
// read with the source open, before the last mending: 15 were right, 26 wrong, 21 of
// those at nine places in buildkit, most of them layers above one that never gives up.
// 18 of the 41 remain, 16 of them right. The other two multiply an upload with the
// retries of the request for its token, whose failure the upload does not repeat.
//
// 56 more in kopia, restic, go-containerregistry, sarama and franz-go: 13 were right, 7
// arguable, 36 wrong. In 22 of those the outer layer repeats one error by its name that
// the inner one does not give up with, and in 9 an interface was taken for what another
// package puts behind it; both kinds are mended. What remains are layers that repeat
// different failures of one operation, and an inner one whose result is kept, so that
// the next attempt skips it.
//
// 32 at the first run over others (containerd, juicefs, dgraph, lego, certmagic): 10
// were right, 7 arguable, 15 wrong. Most of the wrong ones are layers
// that repeat different failures, told apart by the types or numbers of errors; what
// differs in its type is told apart since. Layers that ask one type for different
// contents are still multiplied.
//
// # What it cannot see
//
//   - Retries outside the program: gateways, service meshes, job queues. Say so with
//     a directive on [your own code].
//   - Calls through a function value or interface that nothing in the analyzed
//     packages connects with an implementation. What is not known is not reported.
//   - How often a path is taken. The total is the most that the code can make when
//     the operation keeps failing.
//
// [Addressing Cascading Failures]: https://sre.google/sre-book/addressing-cascading-failures/
// [Timeouts, retries, and backoff with jitter]: https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
// [your own code]: https://github.com/retryvet/retryvet/blob/main/docs/your-code.md
package nestedretry
