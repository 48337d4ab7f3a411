// Package nestedretry defines an analyzer that multiplies the retries on each
// call path.
//
// # Analyzer nestedretry
//
// nestedretry: report retries around retries, and how many calls they make
//
// Each layer that retries looks harmless where it stands. Together they
// multiply: a gateway that tries three times, over a client that tries three
// times, over a helper that tries three times, makes 27 calls when the service
// at the bottom fails, and makes them when that service can bear them least.
// The Site Reliability Engineering book warns of it: three layers with three
// retries each, four attempts, put 64 attempts on the database for one action
// of one user (chapter 22, "Addressing Cascading Failures"). The Amazon
// Builders' Library counts 243 calls for five layers of three tries
// ("Timeouts, retries, and backoff with jitter"). Both advise to retry at one
// layer only.
//
// The analyzer reports each call path on which a layer repeats what another
// layer below it has given up on:
//
//	up to 9 calls of (*http.Client).Do per request: 3 attempts here x 3 in (*Client).Get (client.go:20)
//
// Layers multiply only if the outer one repeats the failures with which the
// inner one gives up. Retries one after the other add up and are not reported.
//
// Wrong:
//
//	func (g *Gateway) Balance(ctx context.Context, id string) (b Balance, err error) {
//		for range 3 {
//			if b, err = g.client.Balance(ctx, id); err == nil { // which tries 3 times itself
//				return b, nil
//			}
//		}
//		return b, err
//	}
//
// Right: one owner, the others fail at once:
//
//	func (g *Gateway) Balance(ctx context.Context, id string) (Balance, error) {
//		return g.client.Balance(ctx, id)
//	}
//
// Categories:
//
//   - product: two layers or more, each of which ends by a number of attempts.
//   - unbounded: a layer without a limit around another one, or one limited only
//     by time in such a path.
//   - directive: a retryvet:allow comment without a reason, or without effect.
//
// The finding stands at the outermost layer; if that layer lies in another
// package, at the place where this package joins the two.
//
// Flags:
//
//   - max=N: accept up to N calls per request. The default, 1, accepts one
//     layer on each path.
//   - assume name=number: take a setting for a number, such as
//     -assume maxRetries=3. May be repeated.
//   - tests: report in _test.go files and in generated code as well.
//
// A comment on the line of the finding, on the line above, or on the
// declaration silences it. The reason is not optional:
//
//	//retryvet:allow nestedretry the inner client retries only before the first byte is sent
package nestedretry
