// Package gclplugin makes the suite a linter of golangci-lint v2, by its module
// plugin system.
package gclplugin

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet"
)

func init() { register.Plugin("retryvet", New) }

// plugin is the linter with its settings.
type plugin struct{ suite []*analysis.Analyzer }

// New makes the linter. Settings have the names of the flags; all are optional.
// A name that no analyzer knows, or a value that its flag does not take, is an
// error.
func New(settings any) (register.LinterPlugin, error) {
	// The until= of directives ends when golangci-lint analyzes the package the
	// next time.
	if err := set(retryvet.Analyzers, "today", time.Now().Format(time.DateOnly)); err != nil {
		return nil, fmt.Errorf("retryvet: %w", err)
	}
	suite, err := configure(retryvet.Analyzers, settings)
	if err != nil {
		return nil, fmt.Errorf("retryvet: %w", err)
	}
	return &plugin{suite}, nil
}

// BuildAnalyzers returns the analyzers as golangci-lint should run them.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	var list []*analysis.Analyzer
	for _, a := range p.suite {
		list = append(list, standalone(a))
	}
	return list, nil
}

// GetLoadMode asks for types: facts need them.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// configure sets the flags of the suite, and drops analyzers that are disabled.
func configure(suite []*analysis.Analyzer, settings any) ([]*analysis.Analyzer, error) {
	if settings == nil {
		return suite, nil
	}
	values, ok := settings.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("settings are a map, not %T", settings)
	}
	suite = slices.Clone(suite)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		if key == "disable" {
			var err error
			if suite, err = disable(suite, value); err != nil {
				return nil, err
			}
			continue
		}
		if i := slices.IndexFunc(suite, func(a *analysis.Analyzer) bool { return a.Name == key }); i >= 0 {
			own, ok := value.(map[string]any)
			if !ok {
				return nil, fmt.Errorf("the settings of %s are a map, not %T", key, value)
			}
			for _, k := range slices.Sorted(maps.Keys(own)) {
				if err := set(suite[i:i+1], k, own[k]); err != nil {
					return nil, fmt.Errorf("%s: %w", key, err)
				}
			}
			continue
		}
		if err := set(suite, key, value); err != nil {
			return nil, err
		}
	}
	return suite, nil
}

// disable drops the named analyzers.
func disable(suite []*analysis.Analyzer, names any) ([]*analysis.Analyzer, error) {
	list, ok := names.([]any)
	if !ok {
		return nil, fmt.Errorf("disable is a list of analyzers, not %T", names)
	}
	for _, name := range list {
		i := slices.IndexFunc(suite, func(a *analysis.Analyzer) bool { return a.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("disable: there is no analyzer %v", name)
		}
		suite = slices.Delete(suite, i, i+1)
	}
	return suite, nil
}

// set gives a value to all analyzers that have a flag of that name.
func set(suite []*analysis.Analyzer, key string, value any) error {
	texts, err := flagTexts(value)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	known := false
	for _, a := range suite {
		if a.Flags.Lookup(key) == nil {
			continue
		}
		known = true
		for _, text := range texts {
			if err := a.Flags.Set(key, text); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	if !known {
		return fmt.Errorf("there is no setting %q: one of %v", key, keys(suite))
	}
	return nil
}

// flagTexts spells a setting as flags take it: a list is a flag that is
// repeated, a map a list of name=value.
func flagTexts(value any) ([]string, error) {
	switch v := value.(type) {
	case bool, int, int64, uint64, float64, string:
		return []string{fmt.Sprint(v)}, nil
	case []any:
		var texts []string
		for _, e := range v {
			one, err := flagTexts(e)
			if err != nil {
				return nil, err
			}
			texts = append(texts, one...)
		}
		return texts, nil
	case map[string]any:
		var texts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			texts = append(texts, fmt.Sprintf("%s=%v", k, v[k]))
		}
		return texts, nil
	}
	return nil, fmt.Errorf("a setting is no %T", value)
}
