// Package port declares an interface that many packages implement.
package port

type Port interface{ Send(text string) error }
