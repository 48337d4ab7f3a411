// Package service repeats what it is handed and knows no implementation.
package service

type Store interface{ Put(key string) error }

type Service struct {
	store    Store
	attempts int
}

type Option func(*Service)

func WithAttempts(n int) Option { return func(s *Service) { s.attempts = n } }

func New(store Store, opts ...Option) *Service {
	s := &Service{store: store, attempts: 3}
	for _, o := range opts {
		o(s)
	}
	return s
}

func (s *Service) Save(key string) error {
	var err error
	for i := 0; i < s.attempts; i++ {
		if err = s.store.Put(key); err == nil {
			return nil
		}
	}
	return err
}
