// Package v1 stands in for the real one.
package v1

import "context"

type ObjectMeta struct{ Name, GenerateName string }

type Pod struct {
	ObjectMeta
	Labels map[string]string
}

type PodInterface interface {
	Get(ctx context.Context, name string) (*Pod, error)
	Create(ctx context.Context, pod *Pod) (*Pod, error)
	Update(ctx context.Context, pod *Pod) (*Pod, error)
}
