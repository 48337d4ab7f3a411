package known

import (
	"go/constant"
	"go/types"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/errclass"
)

func TestHTTPStatus(t *testing.T) {
	for code, want := range map[int64]errclass.Class{
		400: errclass.Validation, 401: errclass.Permission, 404: errclass.NotFound, 408: errclass.Timeout, 409: errclass.Conflict,
		418: errclass.Validation, 429: errclass.Overload, 499: errclass.Canceled, 500: errclass.Server, 501: errclass.Validation,
		502: errclass.Server, 503: errclass.Overload, 504: errclass.Timeout, 529: errclass.Overload, 599: errclass.Server,
	} {
		if got, ok := HTTPStatus(code); !ok || got != want {
			t.Errorf("HTTPStatus(%d) = %v, %v, want %v", code, got, ok, want)
		}
	}
	for _, code := range []int64{-1, 0, 100, 200, 204, 302, 399, 600, 1 << 40} {
		if got, ok := HTTPStatus(code); ok {
			t.Errorf("HTTPStatus(%d) = %v, want no failure", code, got)
		}
	}
}

// Every status that net/http names has a class exactly when it is an error.
func TestHTTPStatusOfStandardLibrary(t *testing.T) {
	scope := stdPackages(t)["net/http"].Scope()
	seen := 0
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || !strings.HasPrefix(name, "Status") {
			continue
		}
		code, _ := constant.Int64Val(c.Val())
		if _, failure := HTTPStatus(code); failure != (code >= 400) {
			t.Errorf("%s (%d): failure %v", name, code, failure)
		}
		seen++
	}
	if seen < 50 {
		t.Errorf("only %d statuses seen", seen)
	}
}

func TestGRPCCode(t *testing.T) {
	for code, want := range map[int64]errclass.Class{
		1: errclass.Canceled, 3: errclass.Validation, 4: errclass.Timeout, 5: errclass.NotFound, 7: errclass.Permission,
		8: errclass.Overload, 10: errclass.Conflict, 13: errclass.Server, 16: errclass.Permission,
	} {
		if got, ok := GRPCCode(code); !ok || got != want {
			t.Errorf("GRPCCode(%d) = %v, %v, want %v", code, got, ok, want)
		}
	}
	for _, code := range []int64{-1, 0, 17, 1 << 40} {
		if got, ok := GRPCCode(code); ok {
			t.Errorf("GRPCCode(%d) = %v, want no failure", code, got)
		}
	}
}
