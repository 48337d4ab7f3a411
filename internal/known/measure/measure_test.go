// Package measure runs real libraries against operations that always fail, and
// compares how often they run them with what package known says.
package measure

import (
	"context"
	"errors"
	"go/constant"
	"go/token"
	"go/types"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
)

var errFailed = errors.New("failed")

// A counter counts the attempts of one operation.
type counter int64

func (n *counter) err() error                          { *n++; return errFailed }
func (n *counter) ctx(context.Context) error           { return n.err() }
func (n *counter) int() (int, error)                   { return 0, n.err() }
func (n *counter) again(int) (bool, error)             { return true, n.err() }
func (n *counter) numbered(uint) error                 { return n.err() }
func (n *counter) no() (bool, error)                   { *n++; return false, nil }
func (n *counter) noCtx(context.Context) (bool, error) { return n.no() }

// server fails every request with status 500.
func (n *counter) server(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*n++
		w.WriteHeader(http.StatusInternalServerError)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// function returns a function as the type checker would, by its path and
// "Name" or "Type.Name".
func function(path, symbol string) *types.Func {
	pkg := types.NewPackage(path, "p")
	recv, name, method := strings.Cut(symbol, ".")
	if !method {
		return types.NewFunc(token.NoPos, pkg, recv, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	}
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, recv, nil), types.NewStruct(nil, nil), nil)
	self := types.NewVar(token.NoPos, pkg, "", types.NewPointer(named))
	return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(self, nil, nil, nil, nil, false))
}

// call returns what known says of a function when nothing is configured.
func call(t *testing.T, path, symbol string) known.Policy {
	t.Helper()
	f := known.Lookup(function(path, symbol))
	if f == nil {
		t.Fatalf("%s.%s is not known", path, symbol)
	}
	return known.Policy{Attempts: f.Default, Delay: f.Record.Delay}
}

// made returns what known says of a constructor.
func made(t *testing.T, path, symbol string) known.Policy {
	t.Helper()
	_, s := known.LookupSetting(function(path, symbol))
	if s == nil || s.Policy == nil {
		t.Fatalf("%s.%s is not known to make anything", path, symbol)
	}
	return *s.Policy
}

// literal returns what known says of the literal of a type.
func literal(t *testing.T, path, typ string) known.Policy {
	t.Helper()
	p := known.LookupType(path, typ)
	if p == nil {
		t.Fatalf("%s.%s is not known", path, typ)
	}
	return *p
}

func variable(t *testing.T, path, name string) known.Policy {
	t.Helper()
	return literal(t, path, name)
}

// set returns a setting with a value, an integer or a floating-point number.
func set(t *testing.T, path, symbol string, value any) known.Given {
	t.Helper()
	_, s := known.LookupSetting(function(path, symbol))
	if s == nil {
		typ, field, _ := strings.Cut(symbol, ".")
		_, s = known.LookupField(path, typ, field)
	}
	if s == nil {
		t.Fatalf("%s.%s is no known setting", path, symbol)
	}
	switch v := value.(type) {
	case int:
		return known.Given{Setting: s, Value: constant.MakeInt64(int64(v))}
	case time.Duration:
		return known.Given{Setting: s, Value: constant.MakeInt64(int64(v))}
	case float64:
		return known.Given{Setting: s, Value: constant.MakeFloat64(v)}
	}
	return known.Given{Setting: s}
}

// count runs f with a counter, and compares what it counted with a policy.
func count(t *testing.T, name string, want known.Policy, f func(n *counter)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Helper()
		var n counter
		f(&n)
		if attempt.Times(int64(n)) != want.Attempts {
			t.Errorf("%d attempts counted, known says %v", n, want.Attempts)
		}
	})
}
