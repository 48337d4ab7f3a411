// Package database runs functions in transactions.
package database

import "net"

// A Session is one transaction.
type Session struct {
	conn  net.Conn
	names []string
}

// Exec runs a statement.
func (s *Session) Exec(text string) error {
	_, err := s.conn.Write([]byte(text))
	return err
}

// Add has a name written with the commit.
func (s *Session) Add(name string) { s.names = append(s.names, name) }

func (s *Session) commit() error { return s.Exec("commit") }

// An Engine makes sessions.
type Engine struct{ conn net.Conn }

// Transaction runs f once, and commits what it did.
func (e *Engine) Transaction(f func(s *Session) (any, error)) (any, error) {
	s := &Session{conn: e.conn}
	r, err := f(s)
	if err != nil {
		return r, err
	}
	return r, s.commit()
}

// Update runs f once.
func (e *Engine) Update(f func(s *Session) error) error {
	s := &Session{conn: e.conn}
	if err := f(s); err != nil {
		return err
	}
	return s.commit()
}
