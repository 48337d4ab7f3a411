// Package described calls interfaces of which known data says what they do.
package described

import (
	"context"
	"encoding"
	"net/http"
	"os"
	"time"

	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Known data says that the methods of the interface are operations.
type secrets struct{ of corev1.PodInterface }

func (s *secrets) get(ctx context.Context) (err error) {
	for range 3 {
		if _, err = s.of.Get(ctx, "password"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *secrets) load(ctx context.Context) (err error) {
	for range 2 {
		if err = s.get(ctx); err == nil { // want `up to 6 calls of \(core.PodInterface\).Get per request: 2 attempts here x 3 in \(\*secrets\).get`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// One of tests is no other operation.
type fakePods struct {
	corev1.PodInterface
	path string
}

func (f fakePods) Get(ctx context.Context, name string) (*corev1.Pod, error) {
	_, err := os.ReadFile(f.path + name)
	return nil, err
}

// One that repeats is a layer all the same.
type patientPods struct{ corev1.PodInterface }

func (p patientPods) Get(ctx context.Context, name string) (pod *corev1.Pod, err error) {
	for range 5 {
		if pod, err = p.PodInterface.Get(ctx, name); err == nil {
			return pod, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func faked() *secrets { return &secrets{fakePods{path: "testdata/"}} }

type patient struct{ of corev1.PodInterface }

func newPatient(inner corev1.PodInterface) *patient { return &patient{patientPods{inner}} }

func (p *patient) load(ctx context.Context) (err error) {
	for range 2 {
		if _, err = p.of.Get(ctx, "password"); err == nil { // want `up to 10 calls of \(core.PodInterface\).Get per request: 2 attempts here x 5 in \(patientPods\).Get`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What only computes is no bottom, whatever implements it.
type named struct {
	label encoding.TextMarshaler
	base  string
}

type label string

func (l label) MarshalText() ([]byte, error) { return encode(l) }

var encode func(label) ([]byte, error)

func newNamed(base string) *named { return &named{label("orders"), base} }

func (n *named) once() error {
	text, err := n.label.MarshalText()
	if err != nil {
		return err
	}
	resp, err := http.Get(n.base + string(text))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (n *named) send() (err error) {
	for range 3 {
		if err = n.once(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (n *named) deliver() (err error) {
	for range 4 {
		if err = n.send(); err == nil { // want `up to 12 calls of http.Get per request: 4 attempts here x 3 in \(\*named\).send`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
