// Package deadline defines an analyzer that checks retries against the time
// that their caller gives them.
//
// # Analyzer deadline
//
// deadline: report retries that do not fit into, or do not end with, the caller's context
//
// A timeout for each call says nothing about the task. Three attempts of 200 ms
// with waits of 50 and 100 ms take up to 750 ms, so that under a deadline of
// 600 ms the third has 50 ms left. And a deadline helps only those who look at
// it: a wait in `time.Sleep` goes on when the caller is gone, and so does a call
// under a timeout that derives from `context.Background`. The Site Reliability
// Engineering book asks servers to hand deadlines on to whatever they call, and to
// look at what is left before they try again (chapter 22,
// [Addressing Cascading Failures]); the Amazon Builders' Library bounds retries by
// the time that the client will still wait
// ([Timeouts, retries, and backoff with jitter]).
//
// Wrong:
//
//	for range 3 {
//		if err = op(ctx); err == nil {
//			return nil
//		}
//		time.Sleep(wait)
//	}
//
// Right:
//
//	for range 3 {
//		if err = op(ctx); err == nil {
//			return nil
//		}
//		select {
//		case <-time.After(wait):
//		case <-ctx.Done():
//			return ctx.Err()
//		}
//	}
//
// Categories:
//
//   - budget: what lies below a timeout takes longer than that allows: attempts x
//     timeouts + waits, through all layers and packages.
//   - ignored: the waits or attempts of a retry do not end with the context in reach.
//   - detached: a timeout or call derives from `context.Background` although the
//     caller's context is in reach, here or in a function that is called from here.
//   - fresh: each attempt of a retry gets a full timeout that does not derive
//     from the caller's context.
//   - shared: one timeout covers all attempts, and they go on when it has expired.
//   - chained: the context of each attempt derives from that of the one before.
//   - untimed: with `-strict`, nothing limits the time of an attempt.
//   - directive: a `retryvet:allow` comment without a reason, or without effect.
//
// "In reach" is a context that the function has from its caller: a parameter, that
// of an `*http.Request` or of a stream that is a parameter, or one of the function
// around a closure that runs while that function waits for it.
//
// # budget
//
// What lies below a timeout takes longer than that allows.
//
//	gateway.go:38:17: worst case 54s does not fit the 20s deadline: 27 attempts of 2s, only 10 can start
//	broker.go:54:17: worst case 750ms does not fit the 600ms deadline: attempt 3 of 3 has 50ms left of its 200ms
//	sync.go:20:17: worst case 2.6s does not fit the 800ms deadline: the first wait of 1s is longer, so that no retry ever runs
//	fetch.go:12:17: worst case 5s does not fit the 2s deadline: 20 attempts with 1s for every 4, only 8 can start
//	main.go:31:9: worst case 18s does not fit the 10s that the http.Server has to write an answer: 9 attempts of 2s, only 5 can start
//
// The worst case is the time until the code gives up when each attempt takes all
// the time that it is given: attempts x timeout of an attempt + waits, through all
// layers, packages and interfaces on the path. Timeouts are those of
// `context.WithTimeout`, `WithTimeoutCause` and `WithDeadline(ctx, time.Now().Add(d))`,
// of `http.Client`, `http.TimeoutHandler`, `ResponseHeaderTimeout` and the
// `WriteTimeout` of an `http.Server` over the handlers of its mux. Lengths of time
// are followed through fields, parameters and packages; waits that grow, are capped
// or have jitter are computed round by round. Where jitter makes the time
// uncertain, the shortest is taken: what is reported does not fit on any day.
// A length of time or a number of attempts that is not known is not reported.
//
// The finding stands where the timeout is made or, if that lies in another
// package, where this package puts an implementation behind an interface.
//
// What to do: start from the deadline, and divide it: fewer attempts, a
// shorter timeout for each, shorter waits, one layer that retries.
//
// `retryvet inventory` shows for each retry how long it can take, and the deadline
// above it.
//
// # ignored
//
// The waits of a retry, or its attempts, go on when the context in reach is done.
//
//	client.go:61:3: time.Sleep of 1s between attempts of (*http.Client).Do does not end with req.Context()
//	push.go:40:2: attempts of (*Queue).Push go on after ctx is done: the select ends the wait, not the loop
//	jobs.go:22:9: retry.Do repeats (*Client).Get without ctx: when it is done, the waits and attempts go on
//	jobs.go:48:9: wait.Backoff repeats (*Client).Put without ctx: when it is done, a wait goes on
//
// That holds for `time.Sleep`, timers without `Done`, a `select` with a `default`
// before a sleep, sleep functions that are injected, `goto`, and helpers and
// libraries that are not handed the context. Waits of at most 100 ms all together,
// or each where the loop looks at the context, are reported with `-strict` only; so
// are loops that do not wait, and start another attempt without a look at what is
// left.
//
// What to do: wait for both:
//
//	// Wrong: nothing wakes it up.
//	time.Sleep(wait)
//
//	// Right:
//	select {
//	case <-time.After(wait):
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
// The fix is suggested where the function returns an error: `go vet -fix` and
// `retryvet -fix` apply it.
//
// # detached
//
// A timeout or a call derives from `context.Background` or `context.TODO`, or a
// request is made without a context, although the caller's context is in reach.
//
//	health.go:28:36: a timeout of 5s derives from context.Background although r.Context() is in reach: it goes on when the caller gives up
//	report.go:19:12: (*sql.DB).Query takes no context although ctx is in reach: it goes on when the caller gives up
//	page.go:44:7: (*Client).page gets no context although ctx is in reach: through (*Client).fetch (page.go:52), (*http.Client).Do (page.go:60) goes on when the caller gives up
//
// The last of them is a call of functions of the module that take no context, made
// for its outcome; what goes on is reported once, by the shortest way to it, in the
// package that declares it if there is a way there, else in those that import it.
// `-strict` also reports calls with a context that the receiver keeps in a field: the
// work may be that of the object.
//
// Not reported is what has to outlive the caller: deferred functions, what runs
// after a context has ended, after a failure or a signal, `(*http.Server).Shutdown`,
// `context.WithoutCancel`, goroutines that the function does not wait for, contexts
// that are kept in a field or handed to a constructor, what is done once for all
// callers, and functions that have a request but neither give back a result nor
// write an answer. A goroutine that the function waits for, by a group or a
// channel, is part of it.
//
// What to do: derive from the context in reach. If the work has to go on, say
// so with `context.WithoutCancel(ctx)` and a timeout of its own.
//
//	// Wrong:
//	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
//
//	// Right:
//	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
//
// # fresh
//
// As `detached`, in the attempts of a retry: each of them has its full time
// whatever the caller has left, so that the whole takes longer by that factor.
//
//	feeds.go:51:41: each of 3 attempts of (*http.Client).Do gets 5s of its own, not from ctx: up to 15s whatever the caller has left
//
// What to do: derive the timeout of the attempt from the caller's context: the
// earlier of the two ends it.
//
//	// Wrong:
//	attemptCtx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
//
//	// Right:
//	attemptCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
//
// # shared
//
// One timeout is made before the loop, and the loop goes on when it has expired:
// the later attempts have no time at all.
//
//	put.go:30:17: one timeout of 2s covers all 3 attempts of (*Client).Put: when it has expired, the others start without any time left
//
// What to do: make the timeout in the loop, one for each attempt. If it is
// meant for the whole, let the loop end with it.
//
//	for range 3 {
//		attemptCtx, cancel := context.WithTimeout(ctx, 2*time.Second)
//		err = c.Put(attemptCtx, value)
//		cancel()
//		if err == nil || ctx.Err() != nil {
//			return err
//		}
//	}
//
// # chained
//
// The context of each attempt derives from that of the attempt before, so that no
// attempt has longer than the first one had.
//
//	// Wrong: the second attempt inherits the deadline of the first.
//	ctx, cancel = context.WithTimeout(ctx, time.Second)
//
//	// Right: a new variable for each attempt.
//	attemptCtx, cancel := context.WithTimeout(ctx, time.Second)
//
// # untimed
//
// With `-strict`: requests that are repeated, by a client without a timeout and with
// a context that gets none in this package. A request that hangs is never followed
// by another. The caller may have set a deadline, so that it is not certain.
//
//	feed.go:17:16: attempts of (*http.Client).Do have no timeout of any kind: the client of (*http.Client).Do (feed.go:17) has none, and no context gets one on the way there
//
// What to do: give each attempt a timeout.
//
//	attemptCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
//
// # directive
//
// A comment with a reason silences a finding:
//
//	//retryvet:allow deadline/ignored the wait is shorter than a round trip
//	time.Sleep(wait)
//
// What it covers, and which directives are reported, is said in [nestedretry].
//
// # Flags
//
//   - `-strict`: report what is likely but not certain as well, and requests without
//     a timeout of any kind.
//   - `-tests`: report in `_test.go` files and in generated code as well.
//   - `-known=records`: take these records for true ([your own code]).
//   - `-today=day`: the day at which the `until=` of directives is judged, such as
//     2027-06-30; without it none ends. The command passes the day.
//
// # How often it is right
//
// 80 findings in 15 modules (argo-workflows, buildkit, etcd, loki, and libraries that
// they use) were read with the source open, before the last mending: 68 right, 9 wrong,
// 3 a matter of taste. Eight of the nine are silent now. What remains is a context that
// is left behind on purpose, by a goroutine which is started in another package.
// 58 more at the first run over others (containerd, kopia, juicefs, dgraph, lego,
// certmagic): 52 right, 2 wrong, 4 a matter of taste. Both wrong ones are
// contexts that only carry a value, which is silent now.
//
// # Beside contextcheck
//
// [contextcheck](https://github.com/kkHAIKE/contextcheck) reports calls of functions
// that could be handed a context. In golang.org/x/oauth2 0.38 it reports 8 places,
// and this analyzer one of them: a request that is made and sent without the
// context (deviceauth.go:102).
//
//   - One is the same request where it is sent.
//   - Five are requests that get their context afterwards, with `WithContext`.
//   - One (google/default.go:254) calls a function of another module that sends a
//     request without a context. That is right, and missed here: functions are
//     followed within their module.
//
// It says nothing of waits, of attempts, and of whether they fit a deadline.
//
// # What it cannot see
//
//   - Deadlines that are set outside the program, by a gateway or a proxy.
//   - Lengths of time that the program reads at run time.
//   - What functions of other modules do without a context.
//
// [Addressing Cascading Failures]: https://sre.google/sre-book/addressing-cascading-failures/
// [Timeouts, retries, and backoff with jitter]: https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
// [nestedretry]: https://github.com/retryvet/retryvet/blob/main/docs/nestedretry.md#directive
// [your own code]: https://github.com/retryvet/retryvet/blob/main/docs/your-code.md
package deadline
