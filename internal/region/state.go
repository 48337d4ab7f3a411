package region

import (
	"go/types"
	"maps"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A cell names a place in memory that a walk can follow: a local variable, a
// captured one, or a field of what a stable pointer points to.
type cell struct {
	root ssa.Value
	path string
}

// cellOf returns the cell that an address denotes.
func cellOf(addr ssa.Value) cell {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		c := cellOf(a.X)
		c.path += "." + strconv.Itoa(a.Field)
		return c
	case *ssa.UnOp: // a pointer read from another cell
		c := cellOf(a.X)
		c.path += "*"
		return c
	case *ssa.IndexAddr:
		if i, ok := a.Index.(*ssa.Const); ok && i.Value != nil {
			c := cellOf(a.X)
			c.path += "[" + i.Value.String() + "]"
			return c
		}
		return cell{root: a}
	case *ssa.ChangeType:
		return cellOf(a.X)
	}
	return cell{root: addr}
}

// A state is what is known at one point of a walk. Only what is known is
// stored, so that states stay small and compare by their hash.
type state struct {
	env  map[ssa.Value]Abs
	mem  map[cell]Abs
	hash uint64
}

func newState() *state {
	return &state{env: map[ssa.Value]Abs{}, mem: map[cell]Abs{}}
}

func (s *state) clone() *state {
	return &state{env: maps.Clone(s.env), mem: maps.Clone(s.mem), hash: s.hash}
}

func (s *state) set(ids *ids, v ssa.Value, a Abs) {
	if old, ok := s.env[v]; ok {
		s.hash ^= mix(ids.value(v), old)
		delete(s.env, v)
	}
	if a != top {
		s.env[v] = a
		s.hash ^= mix(ids.value(v), a)
	}
}

func (s *state) store(ids *ids, c cell, a Abs) {
	if old, ok := s.mem[c]; ok {
		s.hash ^= mix(ids.cell(c), old)
		delete(s.mem, c)
	}
	if a != top {
		s.mem[c] = a
		s.hash ^= mix(ids.cell(c), a)
	}
}

// forget drops what is known of a variable and its parts.
func (s *state) forget(ids *ids, root ssa.Value) {
	for c := range s.mem {
		if c.root == root {
			s.store(ids, c, top)
		}
	}
}

// ids numbers values and cells, so that hashes do not depend on addresses.
type ids struct {
	values map[ssa.Value]uint64
	cells  map[cell]uint64
}

func newIDs() *ids { return &ids{map[ssa.Value]uint64{}, map[cell]uint64{}} }

func (t *ids) value(v ssa.Value) uint64 {
	id, ok := t.values[v]
	if !ok {
		id = uint64(2*len(t.values) + 1)
		t.values[v] = id
	}
	return id
}

func (t *ids) cell(c cell) uint64 {
	id, ok := t.cells[c]
	if !ok {
		id = uint64(2*len(t.cells) + 2)
		t.cells[c] = id
	}
	return id
}

func mix(id uint64, a Abs) uint64 {
	h := id*0x9E3779B97F4A7C15 ^ uint64(a.Kind)<<56 ^ uint64(a.N)
	h ^= h >> 31
	h *= 0xBF58476D1CE4E5B9
	h ^= h >> 27
	h *= 0x94D049BB133111EB
	return h ^ h>>31
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// resultTypes lists the types of a call's results.
func resultTypes(call *ssa.CallCommon) []types.Type {
	res := call.Signature().Results()
	ts := make([]types.Type, res.Len())
	for i := range ts {
		ts[i] = res.At(i).Type()
	}
	return ts
}

// named returns the import path and name of a named type behind pointers.
func named(t types.Type) (path, name string) {
	for {
		t = types.Unalias(t)
		p, ok := t.(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", ""
	}
	return n.Obj().Pkg().Path(), n.Obj().Name()
}

func isNamed(t types.Type, path, name string) bool {
	p, n := named(t)
	return p == path && n == name
}

func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

func isResponse(t types.Type) bool { return isNamed(t, "net/http", "Response") }
