// Package problems has the errors that a server answers with.
package problems

// A Replaced error says that the order was replaced.
type Replaced struct{ Detail string }

func (p *Replaced) Error() string { return p.Detail }

// A Stale error says that the number was used before.
type Stale struct{ Detail string }

func (p *Stale) Error() string { return p.Detail }

// Of makes an error of what the server says.
func Of(kind, detail string) error {
	switch kind {
	case "replaced":
		return &Replaced{detail}
	case "stale":
		return &Stale{detail}
	}
	return nil
}
