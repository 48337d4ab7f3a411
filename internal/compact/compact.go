// Package compact packs plain data into few bytes: booleans, integers, texts,
// and slices and structs of these. The bytes say nothing of their own form, so
// that writer and reader must be the same program; a field that is added to a
// struct needs nothing here. Facts are packed so that a process pays for those
// that it looks at, not for those that pass through it.
package compact

import (
	"encoding/binary"
	"errors"
	"reflect"
)

// Pack returns v as bytes. It panics on what is no plain data: a fault of the
// program, not of its input.
func Pack(v any) []byte { return write(nil, reflect.ValueOf(v)) }

func write(out []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(out, 1)
		}
		return append(out, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(out, v.Uint())
	case reflect.String:
		return append(binary.AppendUvarint(out, uint64(v.Len())), v.String()...)
	case reflect.Slice:
		out = binary.AppendUvarint(out, uint64(v.Len()))
		switch v.Type().Elem().Kind() {
		case reflect.Uint8:
			return append(out, v.Bytes()...)
		case reflect.String:
			return writeTexts(out, v)
		}
		for i := range v.Len() {
			out = write(out, v.Index(i))
		}
		return out
	case reflect.Struct:
		for i := range v.NumField() {
			out = write(out, v.Field(i))
		}
		return out
	case reflect.Pointer:
		if v.IsNil() {
			return append(out, 0)
		}
		return write(append(out, 1), v.Elem())
	}
	panic("compact: no plain data: " + v.Type().String())
}

// writeTexts leaves out of each text what it has in common with the one
// before it: names of one package follow each other.
func writeTexts(out []byte, v reflect.Value) []byte {
	last := ""
	for i := range v.Len() {
		s := v.Index(i).String()
		n := 0
		for n < len(s) && n < len(last) && s[n] == last[n] {
			n++
		}
		out = binary.AppendUvarint(out, uint64(n))
		out = binary.AppendUvarint(out, uint64(len(s)-n))
		out = append(out, s[n:]...)
		last = s
	}
	return out
}

// Unpack reads what [Pack] made of a value into the one that ptr points to.
// An error says that the bytes are damaged; the value is of no use then.
func Unpack(data []byte, ptr any) error {
	r := &reader{data: data}
	r.read(reflect.ValueOf(ptr).Elem())
	if r.failed || len(r.data) > 0 {
		return errors.New("damaged data")
	}
	return nil
}

type reader struct {
	data   []byte
	failed bool
}

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) int() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

// length reads the number of things that take a byte or more each.
func (r *reader) length() int {
	n := r.uint()
	if n > uint64(len(r.data)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) bytes(n int) []byte {
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) fail() {
	r.failed = true
	r.data = nil
}

func (r *reader) read(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.uint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.uint())
	case reflect.String:
		v.SetString(string(r.bytes(r.length())))
	case reflect.Slice:
		r.slice(v)
	case reflect.Struct:
		for i := range v.NumField() {
			r.read(v.Field(i))
		}
	case reflect.Pointer:
		if r.uint() == 0 {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		r.read(v.Elem())
	default:
		panic("compact: no plain data: " + v.Type().String())
	}
}

func (r *reader) slice(v reflect.Value) {
	n := r.length()
	if n == 0 {
		return // empty slices come back as nil
	}
	switch v.Type().Elem().Kind() {
	case reflect.Uint8:
		v.SetBytes(r.bytes(n))
		return
	case reflect.String:
		r.texts(v, n)
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := 0; i < n && !r.failed; i++ {
		r.read(v.Index(i))
	}
}

func (r *reader) texts(v reflect.Value, n int) {
	texts := make([]string, n)
	last := ""
	for i := 0; i < n && !r.failed; i++ {
		same := r.uint()
		if same > uint64(len(last)) {
			r.fail()
			return
		}
		last = last[:same] + string(r.bytes(r.length()))
		texts[i] = last
	}
	v.Set(reflect.ValueOf(texts).Convert(v.Type()))
}
