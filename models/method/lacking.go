package method

import "errors"

// Lacking is the error of data that a classifier of nodes cannot learn from, or nil.
func Lacking(features, labels bool) error {
	switch {
	case !features && !labels:
		return errors.New("nodes without features and without labels")
	case !features:
		return errors.New("nodes without features")
	case !labels:
		return errors.New("nodes without labels")
	}
	return nil
}
