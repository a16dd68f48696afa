// Package ask answers single questions about a private graph:
//
//	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
//	answer, err := ask.Triangles.Ask(s, 0.5)
//	fmt.Println(answer) // 1,612,010, from 1,610,441 to 1,613,579 at a level of 0.95 …
//
// An [Answer] has a confidence interval: exact if the noise is the only error, and conservative if
// the error of a truncation is private. It states the mechanism, the reason for its choice, and the
// cost. Mechanisms are chosen by public facts only. [Statistic.Plan] spends nothing.
//
// Sums and means of an attribute are by class or by degree, and clip values to a public range:
// AttributeMean(9, 0, 1) is the mean of column 9, named attribute-mean:9:0:1 in [Find].
//
// Repeating a question with the same ε, in the same session or on the same journal, returns the
// same answer at no cost. This also holds at other levels up to [Finest].
package ask
