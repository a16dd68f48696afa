// Package ranges checks settings against the ranges in their field tags, and describes these
// ranges.
//
//	type Config struct {
//		Epochs     int     `range:"[1,1000000]"`          // closed
//		Dropout    float64 `range:"[0,1)"`                // 1 excluded
//		Rate       float64 `range:"(0,∞)"`                // any finite number above 0
//		Classes    int     `range:"0 or [2,2^14]"`        // one of several ranges
//		Theta      int     `range:"ByBudget=-1 or [1,∞)"` // a number with a name
//		Activation string  `range:"relu or selu or tanh"` // one of several strings
//		Rule       Rule    // an enumeration with a method String: its values from 1 on
//	}
//
//	err := ranges.Check("yours", config)
//
// NaN and infinity are in no range. A field without a tag accepts any value; an enumeration
// without a tag accepts its named values. Rules that relate fields belong in the configuration's
// own method Check.
package ranges
