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
// it: a wait in time.Sleep goes on when the caller is gone, and so does a call
// under a timeout that was derived from context.Background. "Addressing
// Cascading Failures" in the Site Reliability Engineering book (chapter 22)
// asks servers to propagate deadlines and to check what is left of them before
// each retry.
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
//   - detached: a timeout or call derives from context.Background although the
//     caller's context is in reach.
//   - fresh: each attempt of a retry gets a full timeout that does not derive
//     from the caller's context.
//   - shared: one timeout covers all attempts, and they go on when it has expired.
//   - chained: the context of each attempt derives from that of the one before.
//   - directive: a retryvet:allow comment without a reason, or without effect.
//
// Not reported is what has to outlive the caller: cleanup in deferred functions
// and after the context has ended or something has failed, goroutines that
// nobody waits for, contexts that are kept in a field.
//
// Flags:
//
//   - strict: report what is likely but not certain as well.
//   - tests: report in _test.go files and in generated code as well.
package deadline
