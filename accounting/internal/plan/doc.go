// Package plan brings an event into the normal form of the accountants: a flat list of dominating
// pairs with counts, and one mean for all Gaussian noise without sampling. What has no dominating
// pair is refused here, once for all accountants.
package plan
