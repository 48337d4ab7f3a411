// Package schema holds what is printed to the schemas of those who read it. It
// is a module of its own, so that the validator is no dependency of retryvet.
//
// testdata/sarif-2.1.0.json is the schema of the OASIS standard, as the npm
// package @microsoft/sarif-multitool-linux 5.7.0 carries it (MIT licence).
package schema
