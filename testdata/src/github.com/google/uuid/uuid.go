// Package uuid stands in for the real one.
package uuid

type UUID [16]byte

func (u UUID) String() string { return string(u[:]) }

func New() UUID                { return UUID{1} }
func NewString() string        { return New().String() }
func NewRandom() (UUID, error) { return UUID{1}, nil }
