package summary

import "slices"

// A client hands its transport the request that it sends. Which one that is
// the transport does not need to know: what it does to the request is found out
// once, with one that stands for all, and put into what is known of the request
// where the client is called. So a client costs the same however many requests
// it sends.

// handedMark is the mark of what stands for a part of the request that a client
// hands its transport.
const handedMark = "handed"

// handedRequest is the request that stands for all.
func (e *engine) handedRequest() *term {
	part := func(what string) *term {
		return e.intern(term{op: made, name: what, keys: []string{handedMark, what}})
	}
	header := e.structure("net/http.Header", map[string]*term{headerKey: part("header")})
	return e.structure(requestType, map[string]*term{
		methodField: part("method"), bodyField: part("body"), headerField: header,
		requestType + ".GetBody": e.none, requestType + ".ContentLength": e.none, requestType + ".URL": e.none,
	})
}

// isHanded reports whether t stands for a part of the request of a client.
func isHanded(t *term) bool { return t.op == made && t.keys[0] == handedMark }

// takesOver reports whether the act is that of a transport with the request
// that a client hands it.
func (a *act) takesOver() bool {
	for _, t := range []*term{a.verb, a.key, a.body} {
		if t == nil || !t.tells {
			continue
		}
		found := false
		t.mentions(map[*term]bool{}, func(m *term) { found = found || isHanded(m) })
		if found {
			return true
		}
	}
	return false
}

// sentBy makes the act of a path that of the client, whose transport has the
// layers from the number n on. The key is what the transport makes of the
// client's: one of its own is a new one for each request. That a transport uses
// up a body is said of the transport, and not again of each client.
func (e *engine) sentBy(q *path, client *act, n int) {
	a := *client
	transport := q.act.key
	a.key = e.remake(transport, nil, func(m *term) *term {
		if isHanded(m) {
			return client.key
		}
		return m
	})
	q.act = &a
	fresh := freshIn(transport, func(m *term) bool { return !isHanded(m) })
	q.layers = slices.Clone(q.layers)
	for i, old := range q.layers {
		l := *old
		switch {
		case i >= n:
			l.spent = false
		case fresh != nil:
			l.fresh = fresh
		}
		q.layers[i] = &l
	}
}

// throughClient reports whether a path ends with a request at a client whose
// transport is not known yet: it may repeat it.
func throughClient(p *path) bool {
	return p.act != nil && p.end != nil && p.end.op == invoke && p.end.name == roundTrip
}
