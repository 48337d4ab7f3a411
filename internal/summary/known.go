package summary

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/known"
)

// knownFunc returns what is known of a function, by its name.
func (e *engine) knownFunc(name string) *known.Func {
	if obj, ok := e.objects[name]; ok {
		return known.Lookup(obj)
	}
	return known.Named(symbol(name))
}

// knownSetting returns the setting that a call of a function makes.
func (e *engine) knownSetting(name string) *known.Setting {
	if obj, ok := e.objects[name]; ok {
		_, s := known.LookupSetting(obj)
		return s
	}
	return known.SettingNamed(symbol(name))
}

// described reports whether known data says what a function does.
func (e *engine) described(name string) bool {
	d, ok := e.known[name]
	if !ok {
		d = !strings.Contains(name, "$") && (e.knownSetting(name) != nil || e.knownFunc(name) != nil)
		e.known[name] = d
	}
	return d
}

// isKnown reports whether known data has something to say of calls of obj.
func (e *engine) isKnown(obj *types.Func) bool {
	_, s := known.LookupSetting(obj)
	return s != nil || known.Lookup(obj) != nil
}

// isSetting reports whether calling the method configures its receiver, by
// known data.
func (e *engine) isSetting(name string) bool {
	return strings.HasPrefix(name, "(") && e.knownSetting(name) != nil
}

// symbol splits the name of a function into its import path and the name
// within it: "Do" or "Client.Do".
func symbol(name string) (path, sym string) {
	typ, method, ok := splitMethod(name)
	if !ok {
		i := strings.LastIndexByte(name, '.')
		return name[:max(i, 0)], name[i+1:]
	}
	typ = strings.TrimPrefix(typ, "*")
	i := strings.LastIndexByte(typ, '.')
	return typ[:max(i, 0)], typ[i+1:] + "." + method
}

// splitField splits the name of a field into import path, type and field.
func splitField(name string) (path, typ, field string) {
	owner, field, _ := cutLast(name)
	path, typ, _ = cutLast(owner)
	return path, typ, field
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

// constantOf returns the value that t is certain to be.
func (e *engine) constantOf(t *term) constant.Value {
	if n, ok := e.largest(t); ok {
		return constant.MakeInt64(n)
	}
	if t.op != literal {
		return nil
	}
	if text, ok := strings.CutPrefix(t.name, "text "); ok {
		return constant.MakeString(text)
	}
	f, err := strconv.ParseFloat(t.name, 64)
	if err != nil {
		return nil
	}
	return constant.MakeFloat64(f)
}
