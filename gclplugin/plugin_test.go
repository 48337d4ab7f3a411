package gclplugin

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// suite is two analyzers with a flag in common.
func suite() []*analysis.Analyzer {
	a, b := &analysis.Analyzer{Name: "a"}, &analysis.Analyzer{Name: "b"}
	for _, x := range []*analysis.Analyzer{a, b} {
		x.Flags.Init(x.Name, flag.ContinueOnError)
		x.Flags.Bool("tests", false, "")
	}
	a.Flags.Int64("max", 1, "")
	var list []string
	a.Flags.Func("assume", "", func(s string) error { list = append(list, s); return nil })
	return []*analysis.Analyzer{a, b}
}

func value(a *analysis.Analyzer, name string) string { return a.Flags.Lookup(name).Value.String() }

func TestConfigure(t *testing.T) {
	all := suite()
	got, err := configure(all, map[string]any{
		"tests":  true,
		"a":      map[string]any{"max": 9},
		"assume": map[string]any{"n": 3},
	})
	if err != nil || !slices.Equal(got, all) {
		t.Fatalf("got %v, %v", got, err)
	}
	if value(all[0], "tests") != "true" || value(all[1], "tests") != "true" || value(all[0], "max") != "9" {
		t.Error("not all flags are set")
	}
	got, err = configure(suite(), map[string]any{"disable": []any{"a"}})
	if err != nil || len(got) != 1 || got[0].Name != "b" {
		t.Errorf("without a: %v, %v", got, err)
	}
	if got, err := configure(suite(), nil); err != nil || len(got) != 2 {
		t.Errorf("without settings: %v, %v", got, err)
	}
}

func TestWrongSettings(t *testing.T) {
	for want, settings := range map[string]any{
		`there is no setting "tets"`:      map[string]any{"tets": true},
		`a: there is no setting "min"`:    map[string]any{"a": map[string]any{"min": 1}},
		"settings of a are a map":         map[string]any{"a": true},
		"settings are a map":              []any{"tests"},
		"max: parse error":                map[string]any{"max": "many"},
		"disable: there is no analyzer c": map[string]any{"disable": []any{"c"}},
		"disable is a list":               map[string]any{"disable": "a"},
		"tests: a setting is no <nil>":    map[string]any{"tests": nil},
		"one of [assume max tests]":       map[string]any{"x": 1},
	} {
		if _, err := configure(suite(), settings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", settings, err, want)
		}
	}
}

// The suite as it is configures, and asks for what facts need.
func TestNew(t *testing.T) {
	p, err := New(map[string]any{"tests": false})
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil || len(list) == 0 || p.GetLoadMode() != "typesinfo" {
		t.Errorf("%d analyzers, %v, load mode %s", len(list), err, p.GetLoadMode())
	}
	if err := analysis.Validate(list); err != nil {
		t.Error(err)
	}
}
