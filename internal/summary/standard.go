package summary

import "github.com/retryvet/retryvet/internal/known"

// Described reports whether known data describes a package, by its import path
// if it belongs to no module: nothing in it is analyzed.
func Described(path string) bool { return isStandard(path) }

func isStandard(path string) bool { return known.Standard(path) }
