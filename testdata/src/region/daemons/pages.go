package daemons

import "context"

type options struct {
	limit int
	next  string
}

type list struct {
	names []string
	next  string
}

type lister interface {
	list(ctx context.Context, o options) (*list, error)
	into(ctx context.Context, o *options) (*list, error)
}

// byField puts what the last page says into its options.
func byField(ctx context.Context, l lister, visit func(string) error) error {
	o := options{limit: 100}
	for { // region: pagination
		page, err := l.list(ctx, o)
		if err != nil {
			return err
		}
		for _, name := range page.names { // region: nextitem|none
			if err := visit(name); err != nil {
				return err
			}
		}
		if page.next == "" {
			return nil
		}
		o.next = page.next
	}
}

// byPointer does so behind a pointer.
func byPointer(ctx context.Context, l lister, o *options) (all []string, err error) {
	for { // region: pagination
		page, err := l.into(ctx, o)
		if err != nil {
			return nil, err
		}
		all = append(all, page.names...)
		if o.next = page.next; o.next == "" {
			return all, nil
		}
	}
}

// Near miss: the same page again, because it failed.
func samePage(ctx context.Context, l lister, o options) (page *list, err error) {
	for range 3 { // region: retry attempts=3
		if page, err = l.list(ctx, o); err == nil {
			return page, nil
		}
	}
	return nil, err
}
