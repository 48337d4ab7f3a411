package known

import "strings"

// Standard reports whether an import path is one of the standard library,
// which known data describes and which is not analyzed.
func Standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return standard[first]
}

// System reports whether the functions of the package at path are system calls:
// they do not leave the machine, and are repeated at once when a signal
// interrupts them.
func System(path string) bool {
	return path == "syscall" || strings.HasPrefix(path, "golang.org/x/sys/")
}

// standard holds the first elements of the import paths of the standard
// library. Drivers do not all tell which packages are part of it.
var standard = func() map[string]bool {
	names := strings.Fields(`archive bufio bytes cmd cmp compress container context crypto database debug
		embed encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime
		net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing
		text time unicode unique unsafe vendor weak C`)
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}()

// ErrorsPackage reports whether the package at path has the functions of
// package errors under the same names: New, Errorf, Is, As, Unwrap, Join.
func ErrorsPackage(path string) bool {
	switch path {
	case "errors", "github.com/pkg/errors", "github.com/cockroachdb/errors", "golang.org/x/xerrors":
		return true
	}
	return false
}
