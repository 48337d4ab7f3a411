package known

import "slices"

// OfClients reports whether a record speaks of what repeats requests out of
// sight.
func (r *Record) OfClients() bool { return r.kind == Client || r.kind == Transport }

// Serves reports whether the package at path has functions of the record that
// repeat something: its constructors make clients, and not only settings.
func (r *Record) Serves(path string) bool {
	return slices.ContainsFunc(r.Funcs, func(f *Func) bool { return f.Path == path })
}

// Limits reports whether a setting says how often something is repeated.
func (s *Setting) Limits() bool {
	switch s.Counts {
	case CountsAttempts, CountsRetries, CountsLen, CountsTime, CountsForever, CountsOnce, CountsService:
		return true
	}
	return false
}
