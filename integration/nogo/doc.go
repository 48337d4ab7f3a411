// Package nogo proves that the analyzers work in Bazel's nogo. Its test compiles
// the sources of nogo from the module rules_go together with the main that its
// generator writes for the analyzers, and runs the result package by package,
// as Bazel would. Bazel itself is not needed.
package nogo

import _ "github.com/bazelbuild/rules_go/go/runfiles" // keeps the module required
