// Package pages reads a list page by page in many ways. None of them is a
// retry: each request asks for another page, and an error ends them.
package pages

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// A List is a list of names on a server.
type List struct {
	url  string
	http *http.Client
}

// A Page is a part of the list.
type Page struct {
	Names []string
	Next  string
}

// page asks for the page that begins after a token.
func (l *List) page(ctx context.Context, token string) (*Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+"?after="+url.QueryEscape(token), nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	page := new(Page)
	return page, json.NewDecoder(resp.Body).Decode(page)
}

func (l *List) endless(ctx context.Context) (names []string, err error) {
	token := ""
	for {
		page, err := l.page(ctx, token)
		if err != nil {
			return nil, err
		}
		names = append(names, page.Names...)
		if page.Next == "" {
			return names, nil
		}
		token = page.Next
	}
}

func (l *List) inTheHead(ctx context.Context) (names []string, err error) {
	for token, more := "", true; more; more = token != "" {
		page, err := l.page(ctx, token)
		if err != nil {
			return names, err
		}
		names = append(names, page.Names...)
		token = page.Next
	}
	return names, nil
}

func (l *List) numbered(ctx context.Context) (names []string, err error) {
	for n := 0; ; n++ {
		page, err := l.page(ctx, strconv.Itoa(n))
		if err != nil {
			return nil, err
		}
		if len(page.Names) == 0 {
			return names, nil
		}
		names = append(names, page.Names...)
	}
}

func (l *List) firstBefore(ctx context.Context) (names []string, err error) {
	page, err := l.page(ctx, "")
	for err == nil && page.Next != "" {
		names = append(names, page.Names...)
		page, err = l.page(ctx, page.Next)
	}
	return names, err
}

func (l *List) label(ctx context.Context) (names []string, err error) {
	token := ""
next:
	page, err := l.page(ctx, token)
	if err != nil {
		return nil, err
	}
	names = append(names, page.Names...)
	if token = page.Next; token != "" {
		goto next
	}
	return names, nil
}

func (l *List) recursive(ctx context.Context, token string) ([]string, error) {
	page, err := l.page(ctx, token)
	if err != nil || page.Next == "" {
		return nil, err
	}
	rest, err := l.recursive(ctx, page.Next)
	return append(page.Names, rest...), err
}

func (l *List) atMost(ctx context.Context, pages int) (names []string, err error) {
	token := ""
	for range pages {
		page, err := l.page(ctx, token)
		if err != nil {
			return names, err
		}
		names = append(names, page.Names...)
		if token = page.Next; token == "" {
			break
		}
	}
	return names, nil
}

func (l *List) iterator(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for token := ""; ; {
			page, err := l.page(ctx, token)
			if err != nil {
				yield("", err)
				return
			}
			for _, name := range page.Names {
				if !yield(name, nil) {
					return
				}
			}
			if token = page.Next; token == "" {
				return
			}
		}
	}
}

// A cursor keeps its place.
type cursor struct {
	list  *List
	token string
	done  bool
}

func (c *cursor) next(ctx context.Context) ([]string, error) {
	page, err := c.list.page(ctx, c.token)
	if err != nil {
		return nil, err
	}
	c.token, c.done = page.Next, page.Next == ""
	return page.Names, nil
}

func (l *List) cursor(ctx context.Context) (names []string, err error) {
	for c := (&cursor{list: l}); !c.done; {
		page, err := c.next(ctx)
		if err != nil {
			return nil, err
		}
		names = append(names, page...)
	}
	return names, nil
}

// A helper that hands each page to a function.
func (l *List) each(ctx context.Context, visit func(*Page) (bool, error)) error {
	token := ""
	for {
		page, err := l.page(ctx, token)
		if err != nil {
			return err
		}
		more, err := visit(page)
		if err != nil || !more || page.Next == "" {
			return err
		}
		token = page.Next
	}
}

func (l *List) visited(ctx context.Context) (names []string, err error) {
	err = l.each(ctx, func(page *Page) (bool, error) {
		names = append(names, page.Names...)
		return true, nil
	})
	return names, err
}

func (l *List) offset(ctx context.Context, total int) (names []string, err error) {
	for len(names) < total {
		page, err := l.page(ctx, strconv.Itoa(len(names)))
		if err != nil {
			return nil, err
		}
		names = append(names, page.Names...)
	}
	return names, nil
}
