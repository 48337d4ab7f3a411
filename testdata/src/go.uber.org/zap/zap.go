// Package zap stands for the library.
package zap

type Field struct{}

func Error(err error) Field { return Field{} }

type Logger struct{}

func (l *Logger) Info(msg string, fields ...Field) {}

func (l *Logger) Fatal(msg string, fields ...Field) {}
