// Package data loads data sets by name: every graph of the papers studied here, with its format,
// checksum, counts, licence and source.
//
// [Load] looks for the files of a data set in the folder that the environment variable GDP_DATA
// names, then in the user's cache folder; it checks their SHA-256 and reads them. [Get] downloads
// what has a public address into the cache, by web.Ask of data/web. Nothing is downloaded unless
// Get is called. [Karate], [States] and [MadeUp] need no file.
//
// The nodes of a data set, and the classes of its nodes and graphs, count as declared
// ([graph.ReadOff]), though files of edges do not list them: which nodes there are is part of what
// its publisher documents, and was public before anyone here read an edge. An [Entry] has the
// counts and the check sums that say so. For data of your own, that is for you to say.
//
// The packages below it hold all that is plain, without privacy: graphs and their files,
// statistics, figures, tables.
//
// Both folders have the same layout: edges/ for edge lists, attributed/ for graphs with attributes
// and labels, collections/NAME/ for lists of graphs. So a file can be placed by hand; every error
// says where.
package data
