package checkpoint

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"io"
	"reflect"
)

// A value of a checkpoint is one of
//
//	[]T    entries, which are read into the same array
//	*[]T   a slice that may have any length, or be nil
//	*T     a number
//
// where T is a number of fixed size or a bool, or it writes and reads itself. The
// same list of values is written and read.

// binaryValue encodes and decodes itself.
type binaryValue interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

const piece = 1 << 16 // entries per write

// all returns the entries of every value.
func all(values []any) ([]reflect.Value, error) {
	var list []reflect.Value
	for i, v := range values {
		x, err := entries(v)
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
		list = append(list, x)
	}
	return list, nil
}

// write encodes values.
func write(w io.Writer, values []reflect.Value) error {
	buffer := make([]byte, 8*piece)
	for _, x := range values {
		if err := writeValue(w, x, buffer); err != nil {
			return err
		}
	}
	return nil
}

func writeValue(w io.Writer, x reflect.Value, buffer []byte) error {
	length := int64(x.Len())
	if x.IsNil() {
		length = -1
	}
	if err := binary.Write(w, binary.LittleEndian, length); err != nil {
		return err
	}
	for lo := 0; lo < x.Len(); lo += piece {
		n, err := binary.Encode(buffer, binary.LittleEndian, x.Slice(lo, min(lo+piece, x.Len())).Interface())
		if err != nil {
			return err
		}
		if _, err := w.Write(buffer[:n]); err != nil {
			return err
		}
	}
	return nil
}

// entries returns a value's entries as a slice.
func entries(v any) (reflect.Value, error) {
	if b, ok := v.(binaryValue); ok {
		text, err := b.MarshalBinary()
		return reflect.ValueOf(text), err
	}
	x := reflect.ValueOf(v)
	if x.Kind() == reflect.Pointer && !x.IsNil() {
		if x = x.Elem(); x.Kind() != reflect.Slice {
			x = reflect.Append(reflect.Zero(reflect.SliceOf(x.Type())), x)
		}
	}
	if x.Kind() != reflect.Slice || binary.Size(reflect.Zero(x.Type().Elem()).Interface()) < 0 {
		return x, fmt.Errorf("a %T cannot be saved", v)
	}
	return x, nil
}

// read decodes values with size bytes in all.
func read(r io.Reader, size int64, values []any) error {
	from := &io.LimitedReader{R: r, N: size}
	for i, v := range values {
		if err := readValue(from, v); err != nil {
			return fmt.Errorf("value %d: %w", i+1, err)
		}
	}
	if from.N != 0 {
		return fmt.Errorf("it has %d bytes more than this run", from.N)
	}
	return nil
}

func readValue(r *io.LimitedReader, v any) error {
	if own, ok := v.(binaryValue); ok {
		var text []byte
		if err := readValue(r, &text); err != nil {
			return err
		}
		return own.UnmarshalBinary(text)
	}
	x, err := entries(v)
	if err != nil {
		return err
	}
	to := reflect.ValueOf(v)
	free := to.Kind() == reflect.Pointer && to.Elem().Kind() == reflect.Slice
	var length int64
	if err := binary.Read(r, binary.LittleEndian, &length); err != nil {
		return err
	}
	if length < -1 || length > r.N || !free && max(length, 0) != int64(x.Len()) {
		return fmt.Errorf("%d entries, this run has %d", length, x.Len())
	}
	if free {
		x = reflect.Zero(x.Type())
		if length >= 0 {
			x = reflect.MakeSlice(x.Type(), int(length), int(length))
		}
	}
	width := int(x.Type().Elem().Size())
	buffer := make([]byte, width*min(piece, x.Len()))
	for lo := 0; lo < x.Len(); lo += piece {
		part := x.Slice(lo, min(lo+piece, x.Len()))
		b := buffer[:width*part.Len()]
		if _, err := io.ReadFull(r, b); err != nil {
			return err
		}
		if _, err := binary.Decode(b, binary.LittleEndian, part.Interface()); err != nil {
			return err
		}
	}
	if free {
		to.Elem().Set(x)
	} else if to.Kind() == reflect.Pointer {
		to.Elem().Set(x.Index(0))
	}
	return nil
}
