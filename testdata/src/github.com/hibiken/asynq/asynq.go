// Package asynq is a stub of the real one.
package asynq

import "context"

type Task struct{ payload []byte }

func (t *Task) Payload() []byte { return t.payload }

type ServeMux struct {
	handlers []func(context.Context, *Task) error
}

func (m *ServeMux) HandleFunc(pattern string, handler func(context.Context, *Task) error) {
	m.handlers = append(m.handlers, handler)
}
