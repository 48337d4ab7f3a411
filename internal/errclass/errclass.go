// Package errclass names the kinds of failure that decide whether a repeat can
// help, and whether a layer repeats what the layer below gives up with.
package errclass

import "strings"

// A Class is one kind of failure.
type Class uint8

const (
	Connection Class = iota // refused, reset, broken pipe, lost reply
	Timeout                 // the callee did not answer in time
	Overload                // 429, 503, ResourceExhausted, throttling
	Server                  // other 5xx, Internal, Unknown
	Conflict                // 409, Aborted, serialization failure
	NotFound                // 404, sql.ErrNoRows, fs.ErrNotExist
	Permission              // 401, 403, PermissionDenied, Unauthenticated
	Validation              // 400, 422, InvalidArgument, FailedPrecondition
	Canceled                // the caller gave up: context.Canceled
	Other                   // none of the above: a plain or private error

	count
)

var names = [count]string{"connection", "timeout", "overload", "server", "conflict", "notfound", "permission", "validation", "canceled", "other"}

func (c Class) String() string { return names[c] }

// All lists every class, in order.
func All() []Class {
	all := make([]Class, count)
	for i := range all {
		all[i] = Class(i)
	}
	return all
}

// A Set is a set of classes.
type Set uint16

// Any holds every class.
const Any Set = 1<<count - 1

// Of returns the set of the given classes.
func Of(classes ...Class) Set {
	var s Set
	for _, c := range classes {
		s |= 1 << c
	}
	return s
}

// Has reports whether c is in s.
func (s Set) Has(c Class) bool { return s&(1<<c) != 0 }

// Overlaps reports whether s and t share a class.
func (s Set) Overlaps(t Set) bool { return s&t != 0 }

// Parse returns the set that a list of names, separated by commas, stands for.
// It reports false when a name is unknown; "any" stands for every class.
func Parse(list string) (Set, bool) {
	var s Set
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "any" {
			s = Any
			continue
		}
		found := false
		for i, n := range names {
			if n == name {
				s |= 1 << i
				found = true
			}
		}
		if !found {
			return 0, false
		}
	}
	return s, true
}

// String lists the names, "any" for all of them and "none" for no class.
func (s Set) String() string {
	switch s {
	case Any:
		return "any"
	case 0:
		return "none"
	}
	var parts []string
	for i, n := range names {
		if s&(1<<i) != 0 {
			parts = append(parts, n)
		}
	}
	return strings.Join(parts, ",")
}
