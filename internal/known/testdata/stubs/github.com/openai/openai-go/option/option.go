// Package option has the options of a generated client.
package option

type RequestOption func()
