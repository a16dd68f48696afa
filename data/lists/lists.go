// Package lists provides functions on slices that package slices lacks.
package lists

// Number is the type of the elements of numeric lists.
type Number interface {
	~int | ~int32 | ~int64 | ~float32 | ~float64
}

// Map returns f of each element, and nil for a nil list.
func Map[S, T any](list []S, f func(S) T) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// Filter returns the elements to keep, and nil for none.
func Filter[T any](list []T, keep func(T) bool) (out []T) {
	for _, x := range list {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// Convert returns the elements as numbers of type T.
func Convert[T, S Number](list []S) []T { return Map(list, func(x S) T { return T(x) }) }

// Sum adds the elements in their order.
func Sum[T Number](list []T) (sum T) {
	for _, x := range list {
		sum += x
	}
	return sum
}

// Upto returns 0, 1, …, n−1.
func Upto[T Number](n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(i)
	}
	return out
}
