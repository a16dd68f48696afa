// Package exhibit draws the tables and figures of papers from stored trials, as methods declare
// them in [method.Method.Exhibits].
//
//	e, err := exhibit.Find(privdpr.Method, "Table 2")
//	p, err := exhibit.Plan(all.Methods(), privdpr.Method, e)
//	d := p.Draw(results, nil)
//	fmt.Print(d)
//
// A plan knows the trials that an exhibit is made of, and which of them are missing. What is drawn
// is a text, a page's table, a file of values, or a figure; a cell without a number has a reason.
package exhibit
