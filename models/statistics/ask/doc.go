// Package ask asks a private graph one question:
//
//	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
//	answer, err := ask.Triangles.Ask(s, 0.5)
//	fmt.Println(answer) // 1,612,010, from 1,610,441 to 1,613,579 at a level of 0.95 …
//
// An [Answer] has an interval that holds for the graph: exactly where the distribution of the noise
// is all that there is to say, and conservatively where what was left out is private. It says which
// mechanism gave it and why, and what it cost. Mechanisms are chosen by public facts alone.
// [Statistic.Plan] spends nothing.
//
// Sums and means of an attribute are by class, or by degree, and have a public range that values
// are cut to: AttributeMean(9, 0, 1) is of column 9, and [Find] knows it as attribute-mean:9:0:1.
//
// Asked again in the same session, or on the same journal, with the same ε, a question has the same
// answer at no cost; at another level too, up to [Finest].
package ask
