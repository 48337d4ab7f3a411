package known

import "testing"

func TestInert(t *testing.T) {
	for path, want := range map[string]bool{
		"strings":                          true,
		"io":                               true, // streams of others
		"time":                             false,
		"os":                               false,
		"net":                              false,
		"os/user":                          false, // all of it reads
		"gopkg.in/yaml.v3":                 true,
		"google.golang.org/protobuf/proto": true,
		"google.golang.org/protobuf/internal/impl":  true,
		"google.golang.org/grpc":                    false,
		"github.com/cenkalti/backoff/v4":            false,
		"k8s.io/client-go/kubernetes/typed/core/v1": false,
		"example.com/unknown":                       false,
	} {
		if got := Inert(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}

func TestInertSymbol(t *testing.T) {
	for _, test := range []struct {
		path, symbol string
		want         bool
	}{
		{"time", "Duration", true},
		{"time", "Sleep", false},
		{"time", "Timer", false}, // by its method Reset
		{"os", "Getenv", true},
		{"os", "ReadFile", false},
		{"os", "File", false}, // a stream that the package opens
		{"os", "Exit", false},
		{"os/user", "Current", false},
		{"io", "Reader", true},
		{"net", "ParseIP", true},
		{"net", "Conn", false},
		{"database/sql", "NullString", true},
		{"database/sql", "DB", false},
		{"sync", "Once", true},
		{"example.com/unknown", "F", false},
	} {
		if got := InertSymbol(test.path, test.symbol); got != test.want {
			t.Errorf("%s.%s: %t", test.path, test.symbol, got)
		}
	}
}

func TestMakesKey(t *testing.T) {
	for _, test := range []struct {
		path, symbol string
		want         bool
	}{
		{"time", "Now", true},
		{"time", "Sleep", false},
		{"math/rand", "", true},
		{"io", "", false}, // a reader is no key
	} {
		if got := MakesKey(test.path, test.symbol); got != test.want {
			t.Errorf("%s.%s: %t", test.path, test.symbol, got)
		}
	}
}
