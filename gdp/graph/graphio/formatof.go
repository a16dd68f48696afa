package graphio

// FormatOf returns the format of one graph that the extension of a file's name says.
func FormatOf(path string) (Format, error) {
	f := formatOf(path)
	if f == Auto || f == TU {
		return Auto, &Error{File: path, Reason: "the name does not say a format that can be written"}
	}
	return f, nil
}
