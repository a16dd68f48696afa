// Package journal stores an append-only list of JSON records in a file that several processes
// share. A session stores its spends and its releases in one.
//
// The file is text. Its first line, the head, has a fixed width and states the number of records,
// where they end, and the checksum of the last. The second line holds the caller's header, and each
// further line one record:
//
//	{"journal":"graphdp","version":1,"records":1,"end":613,"last":"9f…"}
//	{"seq":0,"prev":"00…","record":{…header…},"sum":"c1…"}
//	{"seq":1,"prev":"c1…","record":{…},"sum":"9f…"}
//
// sum is the SHA-256 of its line up to the sum, and prev is the sum of the line before. An edited,
// moved or missing line breaks the chain, and a truncated file disagrees with its head. Both are
// errors that name the file and the line and change nothing. A record reaches the disk before the
// head that counts it, and [Journal.Do] returns after both. So a crash leaves at most one line
// beyond the head. A complete line counts: the spend stands. An incomplete line never counted; it
// is moved to a separate file.
//
// The chain guards against accidents, not against an owner who recomputes it or keeps a copy:
// nothing that the owner of the private data can write could do that.
package journal
