// Package retry has the signatures of the library that the tests look up.
package retry

type RetrierWithData[T any] struct{ zero T }

func (r *RetrierWithData[T]) Do(f func() (T, error)) (T, error) { return f() }
