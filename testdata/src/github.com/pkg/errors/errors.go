// Package errors stands for the library.
package errors

import stderrors "errors"

func New(message string) error { return stderrors.New(message) }

func Is(err, target error) bool { return stderrors.Is(err, target) }

func As(err error, target any) bool { return stderrors.As(err, target) }

func Wrapf(err error, format string, args ...any) error { return err }
