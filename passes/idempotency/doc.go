// Package idempotency defines an analyzer that finds effects which a retry
// repeats.
//
// # Analyzer idempotency
//
// idempotency: report effects that are repeated without a key that survives
//
// A call that timed out may have been carried out. Whoever sends it again charges
// the card a second time, unless the callee can tell the repeat from a new order:
// by a key that is made once and is the same in every attempt, by a natural key in
// the path or the row, or by a condition
// ([Designing robust and predictable APIs with idempotency],
// [Making retries safe with idempotent APIs]).
//
// The analyzer follows each call path from what repeats (a loop, a helper, a
// client with retries of its own) down to the operation, through functions,
// closures, interfaces and packages, and follows the key back to where it is made.
//
// Wrong: each attempt is another payment for the server:
//
//	for range 3 {
//		req.Header.Set("Idempotency-Key", uuid.NewString())
//		if resp, err = client.Do(req); err == nil {
//			return resp, nil
//		}
//	}
//
// Right:
//
//	key := uuid.NewString()
//	for range 3 {
//		req.Header.Set("Idempotency-Key", key)
//		if resp, err = client.Do(req); err == nil {
//			return resp, nil
//		}
//	}
//
// Categories:
//
//   - write: an effect is repeated, and nothing tells the callee so.
//   - key: the key is made anew in every attempt, or in every attempt of an outer layer.
//   - body: what is sent is used up by the first attempt.
//   - tx: a transaction that may be run again has an effect that outlives it.
//   - stale: a conflict is answered by sending the same object again.
//   - directive: a `retryvet:allow` comment without a reason, or without effect.
//
// Silent are reads, replacements and deletions of a named thing, inserts with a
// conflict clause or a key column, statements of a transaction, and retries of
// errors which say that the callee refused: throttling, conflicts, missing
// permissions, an answer that tells what to send instead. What cannot be followed is
// silent as well: headers that a caller hands over may hold a key.
//
// # write
//
// The effect is repeated, and nothing tells the callee that it is a repeat.
//
//	client.go:77:15: POST repeated up to 3 times without an idempotency key, by the retry in (*Billing).FileDispute (client.go:61)
//
// Effects are POST and PATCH requests, lines that are appended to a file, SQL
// statements that insert or count up, messages that are published, mail, payments,
// cloud resources that are created, and what else `internal/known/data/effects.txt`
// lists. The finding stands at the operation if it is in the package at hand, else
// at the call that leads to it.
//
// What to do: make a key before the first attempt and send it with each. If the
// callee takes none, give the thing a name of your own (a row's id, a path), or
// repeat only what certainly was not carried out.
//
//	key := uuid.NewString()
//	for range 3 {
//		req.Header.Set("Idempotency-Key", key)
//		resp, err = client.Do(req)
//	}
//
// # key
//
// There is a key, but each attempt has another one: the callee takes it for a new
// order.
//
//	order.go:41:9: idempotency key is made anew in every attempt (uuid.NewString at order.go:38): POST repeated up to 3 times, by the retry in (*Shop).Order (order.go:36)
//
// A key that is good for an inner layer can be bad for an outer one. The line then
// says which attempts it survives. Some libraries make a key when the code gives
// none: stripe-go and version 1 of the AWS SDK make another one in each call;
// version 2 of the AWS SDK keeps it in the input, so that an input which is built
// outside what repeats is safe.
//
// What to do: make the key outside everything that repeats it, or derive it
// from what is to be done: the id of the order. Where all that the key is made from
// is there before, the finding comes with a fix that does so.
//
// # body
//
// What is sent is used up by the first attempt: a reader, a buffer, a request with
// a body, a command. Later attempts send nothing, or fail.
//
//	push.go:88:16: request body is used up by the first attempt: attempts 2 and 3 send it empty, by the retry in push (push.go:80)
//
// `http.NewRequest` notes how to get the body again, but the client uses that only for
// a redirect, and the transport only on a connection that is still open: when the
// connection was lost with the first attempt, `client.Do(req)` a second time sends what
// is left, or fails because that is too little.
//
// What to do: keep the bytes, and make the reader in the attempt; or renew the
// body before each repeat:
//
//	if attempt > 0 && req.GetBody != nil {
//		if req.Body, err = req.GetBody(); err != nil {
//			return err
//		}
//	}
//
// # tx
//
// A mail, a request or a message inside the function of a transaction. A helper
// that runs the transaction again on a conflict sends it once for each run, also
// when the last run fails and there is nothing to tell anybody.
//
//	booking.go:42:10: mail (smtp.SendMail) inside a transaction that is run up to 3 times: a run that cannot be committed has sent it already, by the retry in (*DB).inTx (db.go:31)
//
// A helper of the program counts when it hands the function something that it
// commits after the function has succeeded; so does a loop that repeats a commit. A
// goroutine that is started there, and a message to a channel that was there before,
// happen once for each run as well.
//
// What to do: send it after the transaction is committed, or write it into a
// table of the transaction (an outbox) from which it is sent.
//
// # stale
//
// The callee refuses an object because somebody else changed it in the meantime,
// and is sent the same object again: it refuses that as well.
//
//	label.go:27:13: a conflict is answered by sending the same object again: read it in every attempt, by the retry in Label (label.go:25)
//
// What to do: read the object in the function that is repeated, and change the
// copy that was read.
//
// # directive
//
// A comment with a reason silences a finding:
//
//	//retryvet:allow idempotency/write the ledger drops entries that it has already
//	resp, err := client.Do(req)
//
// What it covers, and which directives are reported, is said in [nestedretry].
//
// # Flags
//
//   - `-strict`: report as well what is likely: gRPC methods whose name says that
//     they write, Kubernetes objects that a caller may have given a `generateName`,
//     commands, what the clients of services repeat by themselves, and handlers to
//     which a queue may hand out a message again.
//   - `-tests`: report in `_test.go` files and in generated code as well.
//   - `-known=records`: take these records for true ([your own code]).
//   - `-today=day`: the day at which the `until=` of directives is judged, such as
//     2027-06-30; without it none ends. The command passes the day.
//
// # How often it is right
//
// 12 findings in argo-workflows, etcd, loki and a client library were read with the
// source open (two of them with `-strict`): 9 right, 2 wrong, 1 a matter of taste. Both
// wrong ones are POST requests of a protocol of the program's own, one that reads and
// one that sets what is set already: nothing in the code says so. An earlier reading, of
// 13 in three other client libraries too, found 6 right, 2 wrong and 5 a matter of taste,
// four of these in a library whose purpose is to repeat what it is handed.
//
// # What it cannot see
//
//   - Keys that something outside the program adds: a gateway, a mesh, a driver.
//   - Whether a callee honours the key that is sent, or drops repeats by other means.
//   - Headers and values that a caller hands over and that cannot be followed: they
//     may hold a key, so nothing is reported.
//   - Effects of libraries that have neither source nor record.
//
// [Designing robust and predictable APIs with idempotency]: https://stripe.com/blog/idempotency
// [Making retries safe with idempotent APIs]: https://aws.amazon.com/builders-library/making-retries-safe-with-idempotent-APIs/
// [nestedretry]: https://github.com/retryvet/retryvet/blob/main/docs/nestedretry.md#directive
// [your own code]: https://github.com/retryvet/retryvet/blob/main/docs/your-code.md
package idempotency
