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

// Configurable reports whether code can say how often, by one of the settings
// that the record knows.
func (r *Record) Configurable() bool {
	return r.FromCaller || slices.ContainsFunc(r.Settings, func(s *Setting) bool { return s.Limits() || s.Counts == CountsPolicy })
}

// Limits reports whether a setting says how often something is repeated.
func (s *Setting) Limits() bool {
	switch s.Counts {
	case CountsAttempts, CountsRetries, CountsLen, CountsTime, CountsForever, CountsOnce, CountsService:
		return true
	}
	return false
}
