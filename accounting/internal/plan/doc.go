// Package plan brings an event into the normal form that accountants work on:
// nested compositions become one list of dominating pairs with counts, all
// unsampled Gaussian noise one mean, all black boxes one probability of
// failure. What has no dominating pair is refused here, once for all
// accountants.
package plan
