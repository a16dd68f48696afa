// Package ranges reads from the tags of a configuration's fields what each setting may be,
// checks it, and says it in words.
//
//	type Config struct {
//		Epochs     int     `range:"[1,1000000]"`          // closed
//		Dropout    float64 `range:"[0,1)"`                // 1 excluded
//		Rate       float64 `range:"(0,∞)"`                // any number above 0
//		Classes    int     `range:"0 or [2,2^14]"`        // one of several ranges
//		Theta      int     `range:"ByBudget=-1 or [1,∞)"` // a number with a name
//		Activation string  `range:"relu or selu or tanh"` // one of some texts
//		Rule       Rule    // an enumeration with a method String: its values from 1 on
//	}
//
//	err := ranges.Check("yours", config)
//
// NaN and infinity are in no range. A field without a tag may be anything, but for an
// enumeration; rules that relate fields are the configuration's own.
package ranges
