package known

import "go/types"

// isHint marks a function or type by which an answer says how long to wait.
type isHint struct{}

// IsHint reports whether a call of fn asks an answer how long to wait before
// the next attempt.
func IsHint(fn *types.Func) bool {
	_, ok := findFunc[isHint](fn)
	return ok
}

// IsHintType reports whether a named type holds the time to wait.
func IsHintType(path, typ string) bool {
	_, ok := find[isHint](table().pkg(path), typ)
	return ok
}

// SleepsIn reports whether a package has a function that waits: then those of
// its functions that a loop asks whether to go on do not wait themselves.
func SleepsIn(path string) bool { return waitsIn(path, Sleeps) }

// LimitsIn reports whether a package is one of limiters.
func LimitsIn(path string) bool { return waitsIn(path, Limiter) }

func waitsIn(path string, form WaitForm) bool {
	p := table().pkg(path)
	return p != nil && p.waits[form]
}

// A StopField is the field of a policy that holds what it answers instead of a
// wait when its limit is reached. A literal that leaves it zero says "again, at
// once" then.
type StopField struct{ Field, Limit string }

// Stop returns the field of a named type that ends a repetition, or nil.
func Stop(path, typ string) *StopField {
	s, _ := find[*StopField](table().pkg(path), typ)
	return s
}
