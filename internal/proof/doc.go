// Package proof holds what known data says of libraries against the libraries
// themselves. The packages below it use each of them as a program would; the
// test runs every function of theirs against an operation that always fails,
// counts the attempts, and compares with what retryvet says of that function.
package proof
