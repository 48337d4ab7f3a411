// Package idempotency defines an analyzer that finds effects which a retry
// repeats.
//
// # Analyzer idempotency
//
// idempotency: report effects that are repeated without a key that survives
//
// A call that timed out may have been carried out. Whoever sends it again does
// twice what was to be done once, unless the callee can tell the repeat: by a
// key that is made once and is the same in every attempt, by a natural key, or
// by a condition. (Designing robust and predictable APIs with idempotency,
// Stripe; Making retries safe with idempotent APIs, Amazon Builders' Library.)
//
// The analyzer follows each call path from what repeats to the operation at
// the bottom, through functions, closures, interfaces and packages, and the
// key that is sent back to where it is made.
//
// Wrong: each attempt is another payment for the server:
//
//	for attempt := 0; attempt < 3; attempt++ {
//		req.Header.Set("Idempotency-Key", uuid.NewString())
//		resp, err = client.Do(req)
//		...
//
// Right:
//
//	key := uuid.NewString()
//	for attempt := 0; attempt < 3; attempt++ {
//		req.Header.Set("Idempotency-Key", key)
//		...
//
// Categories:
//
//   - write: an effect is repeated, and nothing tells the callee so.
//   - key: the key is made anew in every attempt, or in every attempt of an outer layer.
//   - body: what is sent is used up by the first attempt.
//   - tx: a transaction that may be run again has an effect that outlives it.
//   - stale: a conflict is answered by sending the same object again.
//   - directive: a retryvet:allow comment without a reason, or without effect.
//
// Reads, replacements and deletions of a named thing, inserts with a conflict
// clause, and retries of errors which prove that nothing was done are silent.
//
// Flags:
//
//   - strict: report as well what is likely: gRPC methods whose name says that
//     they write, Kubernetes objects that may have a name made by the server,
//     commands, and what clients of services repeat by themselves.
//   - tests: report in _test.go files and in generated code as well.
package idempotency
