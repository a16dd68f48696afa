package graphio

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

type e = graph.Edge // short, for tables

func TestEdgeListDialects(t *testing.T) {
	path := []e{{U: 0, V: 1}, {U: 1, V: 2}}
	people := stringIDs(t, "anna", "bert", "carl")
	for name, c := range map[string]struct {
		text   string
		o      Options
		n      int
		edges  []e
		ids    *graph.IDs
		report graph.Report
		arcs   bool
	}{
		"blanks":                    {text: "0 1\n1 2\n", n: 3, edges: path},
		"carriage returns":          {text: "0\t1\r\n1 2\r\n", n: 3, edges: path},
		"commas":                    {text: "0,1\n1 , 2\n", n: 3, edges: path},
		"comments, empty lines":     {text: "# a\n% b\n\n0 1\n  # c\n\n1 2\n#d", n: 3, edges: path},
		"byte order mark":           {text: "\ufeff0 1\n1 2\n", n: 3, edges: path},
		"leading zeros":             {text: "00 01\n01 2\n", n: 3, edges: path, ids: stringIDs(t, "00", "01", "2")},
		"two forms, declared":       {text: "# string ids\n007 1\n1 7\n", n: 3, edges: []e{{U: 0, V: 1}, {U: 1, V: 2}}, ids: stringIDs(t, "007", "1", "7")},
		"index column of pandas":    {text: ",source,target\n0,anna,bert\n1,bert,carl\n", n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 2, Header: ",source,target", Columns: "2 (source) and 3 (target) of 3, separated by comma"}},
		"index column, other names": {text: ",who,whom\n0,0,1\n1,1,2\n", n: 3, edges: path, report: graph.Report{AttributesDropped: 2, Header: ",who,whom", Columns: "2 (who) and 3 (whom) of 3, separated by comma"}},
		"index column, tabs":        {text: "\tsource\ttarget\n0\tanna lee\tbert\n1\tbert\tcarl\n", n: 3, edges: path, ids: stringIDs(t, "anna lee", "bert", "carl"), report: graph.Report{AttributesDropped: 2, Header: "source\ttarget", Columns: "2 (source) and 3 (target) of 3, separated by tab"}},
		"row names of R":            {text: "\"from\" \"to\"\n\"1\" \"anna b\" \"bert\"\n\"2\" \"bert\" \"carl\"\n", n: 3, edges: path, ids: stringIDs(t, "anna b", "bert", "carl"), report: graph.Report{AttributesDropped: 2, Header: `"from" "to"`, Columns: "2 (from) and 3 (to) of 3, separated by blank"}},
		"Excel":                     {text: "\ufeffsep=;\r\nfrom;to\r\nanna;bert\r\nbert;carl\r\n;\r\n", n: 3, edges: path, ids: people, report: graph.Report{Header: "from;to", Columns: "1 (from) and 2 (to) of 2, separated by semicolon"}},
		"semicolons":                {text: "0;1;0,5\n1;2;1,5\n", n: 3, edges: path, report: graph.Report{WeightsDropped: 2, Columns: "1 and 2 of 3, separated by semicolon"}},
		"Gephi":                     {text: "Source,Target,Type,Id,Label,timeset,Weight\n0,1,Undirected,0,,,1.0\n1,2,Undirected,1,,,2.0\n", n: 3, edges: path, report: graph.Report{WeightsDropped: 1, AttributesDropped: 8, Header: "Source,Target,Type,Id,Label,timeset,Weight", Columns: "1 (Source) and 2 (Target) of 7, separated by comma"}},
		"Neo4j":                     {text: ":START_ID(Person),since,personId:END_ID(Person),:TYPE\nanna,1999,bert,KNOWS\nbert,,carl,KNOWS\n", n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 4, Header: ":START_ID(Person),since,personId:END_ID(Person),:TYPE", Columns: "1 (:START_ID(Person)) and 3 (personId:END_ID(Person)) of 4, separated by comma"}},
		"KONECT":                    {text: "% sym weighted\n% 2 3 3\n0 1 1 1082008561\n1 2\t2 1082008562\n", n: 3, edges: path, report: graph.Report{WeightsDropped: 1, AttributesDropped: 2, Columns: "1 and 2 of 4, separated by blank"}},
		"years, one of them empty":  {text: "\"Source\",\"Target\",\"Since\"\n\"anna\",\"bert\",\"2020\"\n\"bert\",\"carl\",\"\"\n", n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 2, Header: `"Source","Target","Since"`, Columns: "1 (Source) and 2 (Target) of 3, separated by comma"}},
		"tabs beside text":          {text: "0\t1\tLondon calling\n1\t2\tx\n", n: 3, edges: path, report: graph.Report{AttributesDropped: 2, Columns: "1 and 2 of 3, separated by tab"}},
		"SNAP":                      {text: "# Directed graph\n# FromNodeId\tToNodeId\n0\t1\r\n1\t2\r\n", n: 3, edges: path},
		"third column of dates":     {text: "anna,bert,2020-01-31\nbert,carl,\n", o: Options{Header: NoHeader}, n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 2, Columns: "1 and 2 of 3, separated by comma"}},
		"columns by name":           {text: "id,since,who,whom\n7,1999,anna,bert\n8,0,bert,carl\n", o: Options{Columns: [2]string{"who", "whom"}}, n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 4, Header: "id,since,who,whom", Columns: "3 (who) and 4 (whom) of 4, separated by comma"}},
		"columns by number":         {text: "9 0 1 0\n8 1 2 0\n", o: Options{Columns: [2]string{"2", "3"}}, n: 3, edges: path, report: graph.Report{AttributesDropped: 4, Columns: "2 and 3 of 4, separated by blank"}},
		"separator by option":       {text: "anna|bert\nbert|carl\n", o: Options{Separator: '|'}, n: 3, edges: path, ids: people, report: graph.Report{Columns: "1 and 2 of 2, separated by bar"}},
		"comma in quotes":           {text: "\"O'Hara, Pat\",\"a \"\"b\"\" c\"\n\"a \"\"b\"\" c\",carl\n", n: 3, edges: []e{{U: 0, V: 1}, {U: 1, V: 2}}, ids: stringIDs(t, "O'Hara, Pat", "a \"b\" c", "carl")},
		"quoted node":               {text: "# string ids\n# node \"a, b\"\nbert,carl\n", n: 3, edges: []e{{U: 1, V: 2}}, ids: stringIDs(t, "a, b", "bert", "carl")},
		"header":                    {text: "id1,id2\n0,1\n1,2\n", n: 3, edges: path, report: graph.Report{Header: "id1,id2"}},
		"header skipped":            {text: "a b\nb c\nc d\n", o: Options{Header: OneHeader}, n: 3, edges: path, ids: stringIDs(t, "b", "c", "d"), report: graph.Report{Header: "a b"}},
		"weights":                   {text: "0 1 1.000000\n1 2 1\n", n: 3, edges: path},
		"weights other than 1":      {text: "0 1 0.5\n1 2 -3e4\n0 1 1.0\n", n: 3, edges: path, report: graph.Report{WeightsDropped: 2, DuplicatesDropped: 1}},
		"gaps":                      {text: "70 5\n900000 70\n", n: 3, edges: path, ids: intIDs(t, 5, 70, 900000)},
		"beyond 32 bits":            {text: "70 5\n9223372036854775807 70\n", n: 3, edges: path, ids: intIDs(t, 5, 70, 1<<63-1)},
		"loops and duplicates":      {text: "0 1\n1 0\n2 2\n1 2\n0 1\n", n: 3, edges: path, report: graph.Report{LoopsDropped: 1, DuplicatesDropped: 2}},
		"number of nodes in head":   {text: "# nodes 5\n0 1\n1 2\n", n: 5, edges: path},
		"no edges":                  {text: "# nodes 5\n", n: 5},
		"no nodes":                  {text: "# nodes 0\n", n: 0},
		"not the head of another":   {text: "# Nodes: 9 Edges: 2\n# nodes of interest\n0 1\n1 2\n", n: 3, edges: path},
		"number of nodes by option": {text: "# nodes 5\n0 1\n1 2\n", o: Options{Nodes: 7}, n: 7, edges: path},
		"nodes without edges":       {text: "# node 9\n# node 3\n5 7\n7 9\n", n: 4, edges: []e{{U: 1, V: 2}, {U: 2, V: 3}}, ids: intIDs(t, 3, 5, 7, 9)},
		"directed by head":          {text: "# directed\n0 1\n1 2\n2 1\n", n: 3, edges: append(path, e{U: 2, V: 1}), arcs: true},
		"directed by option":        {text: "0 1\n1 2\n", o: Options{Direction: Directed}, n: 3, edges: path, arcs: true},
		"undirected by option":      {text: "# directed\n0 1\n1 2\n", o: Options{Direction: Undirected}, n: 3, edges: path},
		"words":                     {text: "anna bert\nbert carl\n", n: 3, edges: path, ids: stringIDs(t, "anna", "bert", "carl")},
		"words with blanks":         {text: "anna b,bert\nbert, carl d\n", n: 3, edges: path, ids: stringIDs(t, "anna b", "bert", "carl d")},
		"numbers as strings":        {text: "# string ids\n1 10\n10 2\n", n: 3, edges: path, ids: stringIDs(t, "1", "10", "2")},
		"strings by option":         {text: "01 1\n1 -2\n", o: Options{IDs: StringIDs}, n: 3, edges: []e{{U: 0, V: 2}, {U: 1, V: 2}}, ids: stringIDs(t, "-2", "01", "1")},
		"integers by option":        {text: "a b\n0 1\n1 2\n", o: Options{IDs: IntegerIDs}, n: 3, edges: path, report: graph.Report{Header: "a b"}},
		"comments of two slashes":   {text: "// a b\n0 1\n//1 0\n1 2\n", n: 3, edges: path},
		"known names over words":    {text: "source target\nanna bert\nbert carl\n", n: 3, edges: path, ids: people, report: graph.Report{Header: "source target"}},
		"words in quotes":           {text: "\"anna\",\"bert\"\n\"bert\", carl\n", n: 3, edges: path, ids: people},
		"numbers in quotes":         {text: "\"0\",\"1\"\r\n\"1\",2\r\n", n: 3, edges: path},
		"unknown names denied":      {text: "a,b\nc,d\n", o: Options{Header: NoHeader}, n: 4, edges: []e{{U: 0, V: 1}, {U: 2, V: 3}}, ids: stringIDs(t, "a", "b", "c", "d")},
		"unknown names granted":     {text: "person,friend\nanna,bert\nbert,carl\n", o: Options{Header: OneHeader}, n: 3, edges: path, ids: people, report: graph.Report{Header: "person,friend"}},
		"weights that may be ids":   {text: "0 1 2\n1 2 1\n", n: 3, edges: path, report: graph.Report{WeightsDropped: 1}},
		"other known names":         {text: "FromNodeId\tToNodeId\nanna\tbert\nbert\tcarl\n", n: 3, edges: path, ids: people, report: graph.Report{Header: "FromNodeId\tToNodeId"}},
		"word over weights":         {text: "a b likes\nanna bert 1\nbert carl 1\n", n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 2, Header: "a b likes", Columns: "1 (a) and 2 (b) of 3, separated by blank"}},
		"names over string ids":     {text: "id1,id2\n0,1\n1,2\n", o: Options{IDs: StringIDs}, n: 3, edges: path, ids: stringIDs(t, "0", "1", "2"), report: graph.Report{Header: "id1,id2"}},
		"words with braces":         {text: "{a {b\n{b {c\n", o: Options{IDs: StringIDs, Format: EdgeList}, n: 3, edges: path, ids: stringIDs(t, "{a", "{b", "{c")},
		"a pair that may be ids":    {text: "u v\nv w\n", n: 3, edges: path, ids: stringIDs(t, "u", "v", "w")},
		"names denied":              {text: "from to\nto up\n", o: Options{Header: NoHeader}, n: 3, edges: []e{{U: 0, V: 1}, {U: 1, V: 2}}, ids: stringIDs(t, "from", "to", "up")},
		"names over ids of ours":    {text: "# string ids\nfrom to\nto up\n", n: 3, edges: path, ids: stringIDs(t, "from", "to", "up")},
		"header of numbers":         {text: "7 8\n0 1\n1 2\n", o: Options{Header: OneHeader}, n: 3, edges: path, report: graph.Report{Header: "7 8"}},
		"head below a header":       {text: "from to\n# nodes 5\n# x\n# directed\n0 1\n1 2\n", n: 5, edges: path, arcs: true, report: graph.Report{Header: "from to"}},
		"networkx":                  {text: "0 1 {}\n1 2 {'weight': 2.5, 'colour': 'red'}\n", n: 3, edges: path, report: graph.Report{AttributesDropped: 1}},
		"networkx, words":           {text: "anna,bert,{}\nbert,carl,{'since': 1999}\n", n: 3, edges: path, ids: people, report: graph.Report{AttributesDropped: 1}},
		"Latin-1":                   {text: "J\xfcrg M\xfc\n", o: Options{Latin1: true}, n: 2, edges: []e{{U: 0, V: 1}}, ids: stringIDs(t, "Jürg", "Mü")},
		"Latin-1 in a comment":      {text: "# gr\xfcn\n0 1\n1 2\n", n: 3, edges: path},
	} {
		t.Run(name, func(t *testing.T) {
			w, report := must.Two(read(c.text, c.o))(t)
			if want := (&graph.Network{Graph: build(t, c.n, c.arcs, c.edges...), IDs: c.ids}); !w.Equal(want) || report != c.report {
				t.Errorf("read %s, report %+v\nwant %s, %+v", show(w), report, show(want), c.report)
			}
		})
	}
}

func TestEdgeListRefuses(t *testing.T) {
	long := strings.Repeat("7", 300)
	for name, c := range map[string]struct {
		text         string
		o            Options
		line         int
		part, reason string
	}{
		"one field":                    {text: "0 1\n5\n", line: 2, part: "5", reason: "found 1 fields, but the first edge has 2"},
		"Matrix Market":                {text: "%%MatrixMarket matrix coordinate\n3 3 1\n1 2\n", o: Options{Format: EdgeList}, line: 1, part: "%%MatrixMarket", reason: "looks like Matrix Market"},
		"one field first":              {text: "5\n0 1\n", line: 1, part: "5", reason: "two ids"},
		"four fields":                  {text: "#\n0 1\n\n1 2 1 4\n", line: 4, part: "1 2 1 4", reason: "two ids"},
		"word among numbers":           {text: "0 1\n1 x\n", line: 2, part: "1 x", reason: "not an integer"},
		"plus":                         {text: "0 1\n+1 3\n", line: 2, part: "+1 3", reason: "not an integer"},
		"negative":                     {text: "0 1\n-1 3\n", line: 2, part: "-1 3", reason: "negative id: must be at least 0"},
		"very negative":                {text: "0 1\n1 -" + long + "\n", line: 2, part: "1 -" + long[:77] + "…", reason: "negative id: must be at least 0"},
		"past 63 bits":                 {text: "0 1\n1 9223372036854775808\n", line: 2, part: "1 9223372036854775808", reason: "too large"},
		"past the nodes":               {text: "# nodes 3\n0 1\n1 3\n", line: 3, part: "1 3", reason: "must be in [0, 2]"},
		"node past the nodes":          {text: "# nodes 3\n# node 3\n0 1\n", part: "# node 3", reason: "must be in [0, 2]"},
		"weight NaN":                   {text: "0 1 1\n1 2 NaN\n", line: 2, part: "1 2 NaN", reason: "not a finite number"},
		"weight a word":                {text: "0 1 1\n1 2 w\n", line: 2, part: "1 2 w", reason: "not a finite number"},
		"empty field":                  {text: "0,1\n1,,2\n", line: 2, part: "1,,2", reason: "found 3 fields"},
		"empty field last":             {text: "0,1\n1,2,\n", line: 2, part: "1,2,", reason: "found 3 fields"},
		"blanks where commas":          {text: "0,1\n1 2\n", line: 2, part: "1 2", reason: "found 1 fields, but the first edge has 2"},
		"commas where blanks":          {text: "0 1\n1,2\n", line: 2, part: "1,2", reason: "found 1 fields, but the first edge has 2"},
		"nothing":                      {text: "", reason: "no edges"},
		"bad number of nodes":          {text: "# nodes -4\n0 1\n", line: 1, part: "# nodes -4", reason: "number of nodes"},
		"too many nodes":               {text: "#\n# nodes 2147483648\n0 1\n", line: 2, part: "# nodes 2147483648", reason: "number of nodes"},
		"incredible nodes":             {text: "# nodes 2147483647\n0 1\n", reason: "2147483647 nodes, but has only 1 edges"},
		"nodes and words":              {text: "# nodes 4\na b\n", line: 2, part: "a b", reason: "ids are strings"},
		"option out of range":          {text: "0 1\n", o: Options{Nodes: -1}, reason: "Options.Nodes is -1"},
		"control character":            {text: "a b\nb\x00 c\n", line: 2, part: "b\x00 c", reason: "control character"},
		"UTF-16":                       {text: "\xff\xfe0\x00 \x001\x00\n\x00", reason: "UTF-16"},
		"three-column header":          {text: "a b w\n0 1 1\n1 2 d\n", line: 3, part: "1 2 d", reason: "not a finite number"},
		"two headers":                  {text: "a b\nc d\n0 1 1\n1 2 d\n", o: Options{IDs: IntegerIDs}, line: 1, part: "a b", reason: "not an integer"},
		"UTF-16, big ends":             {text: "\x000\x00 \x001\x00\n", reason: "UTF-16"},
		"not UTF-8":                    {text: "a b\nb J\xfcrg\n", line: 2, part: "b J\xfcrg", reason: "not UTF-8; if the file is Latin-1, give the option latin1"},
		"JSON":                         {text: "{\"a\": 1}\n", o: Options{Format: EdgeList}, line: 1, part: "{\"a\": 1}", reason: "looks like JSON, not like an edge: convert it to a format that is read, or give the option format"},
		"a NumPy array":                {text: "\x93NUMPY\x01\x00v\x00{'descr': '<f4'}\n", line: 1, part: "\x93NUMPY\x01\x00v\x00{'descr': '<f4'}", reason: "looks like a NumPy array"},
		"HTML":                         {text: "<!DOCTYPE html>\n<html>\n", line: 1, part: "<!DOCTYPE html>", reason: "looks like XML or HTML"},
		"HTML below":                   {text: "a b\n<html>\n", line: 2, part: "<html>", reason: "this looks like XML or HTML: convert it to a format that is read, or give the option format"},
		"zip":                          {text: "PK\x03\x04 x\n", o: Options{Format: EdgeList}, line: 1, part: "PK\x03\x04 x", reason: "looks like a .zip"},
		"adjacency list":               {text: "0 1\n1 0 2 3\n", line: 2, part: "1 0 2 3", reason: "found more fields"},
		"two, then three":              {text: "0 1\n1 2 3\n", line: 2, part: "1 2 3", reason: "3 fields, but the first edge has 2: write one edge a line"},
		"only a header":                {text: "# c\nfrom to\n", reason: "no edges below the header \"from to\"; if the header is an edge, give the option header=no"},
		"head below a header":          {text: "from to\n\n# nodes -4\n0 1\n", line: 3, part: "# nodes -4", reason: "number of nodes"},
		"edge below a header":          {text: "from to\n#\n0 1\n#\n0 x\n", line: 5, part: "0 x", reason: "not an integer"},
		"braces before two":            {text: "0 {'a': 1}\n", line: 1, part: "0 {'a': 1}", reason: "give the option columns"},
		"a line past 1 MiB":            {text: "0 1\n0 2\n0" + strings.Repeat(" ", blockSize+5) + "1\n", line: 3, reason: "longer than 1 MiB"},
		"a head past 1 MiB":            {text: "0 1" + strings.Repeat(" ", blockSize+5) + "\n", line: 1, part: "0 1", reason: "longer than 1 MiB"},
		"weight zero":                  {text: "0 1 1\n1 2 0\n", line: 2, part: "1 2 0", reason: "is ambiguous"},
		"unknown names":                {text: "# c\nperson,friend\nanna,bert\nbert,carl\n", line: 2, reason: "the ids of the first line occur nowhere else"},
		"open quotes":                  {text: "a,b\n\"b,c\n", line: 2, part: "\"b,c", reason: "a quotation mark is not closed in this line"},
		"text behind quotes":           {text: "a,b\nb,\"c\"d\n", line: 2, part: "b,\"c\"d", reason: "double the quotation marks"},
		"two forms":                    {text: "007 1\n7 3\n", reason: `ids "007" and "7" are one number in two forms`},
		"leading zeros among integers": {text: "7 1\n007 3\n", line: 2, part: "007 3", reason: "write 7, or declare ids as text"},
		"a decimal and an integer":     {text: "1.0 2.0\n2 3\n", reason: `ids "2" and "2.0" are one number in two forms`},
		"empty id":                     {text: "source,target,x\na,b,1\n,c,2\n", line: 3, part: ",c,2", reason: "column 1 (source): empty id: remove the line; if the ids are in other columns, give the option columns"},
		"weight of a column":           {text: "source,target,Weight\na,b,1\nb,c,k\n", line: 3, part: "b,c,k", reason: "column 3 (Weight): weight is not a finite number; if the ids are in other columns, give the option columns"},
		"no such column":               {text: "a,b,c\n1,2,3\n", o: Options{Columns: [2]string{"a", "z"}}, line: 2, part: "1,2,3", reason: `no column "z" among the 3, named a,b,c: correct the option columns`},
		"columns without known names":  {text: "id,who,whom\n7,anna,bert\n", o: Options{Header: OneHeader}, line: 2, part: "7,anna,bert", reason: "give the option columns with two names or numbers"},
		"row numbers without names":    {text: "0,anna,bert\n", line: 1, part: "0,anna,bert", reason: "give the option columns"},
		"names and no header":          {text: "a,b\n", o: Options{Header: NoHeader, Columns: [2]string{"a", "b"}}, reason: "give their numbers"},
		"carriage returns alone":       {text: "a,b\rb,c\r", line: 1, part: "a,b\rb,c", reason: "save the file with line feeds"},
		"bipartite":                    {text: "% bip unweighted\n1 1\n", line: 1, part: "% bip unweighted", reason: "left and right ids are different nodes"},
		"bzip2":                        {text: "BZh91AY&SY\n", line: 1, part: "BZh91AY&SY", reason: "looks like a bzip2 file"},
		"far down":                     {text: strings.Repeat("0 1\n", 3*blockSize/4) + "2 y\n" + strings.Repeat("0 1\n0 z\n", 9), line: 3*blockSize/4 + 1, part: "2 y", reason: "not an integer"},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, err := read(c.text, c.o)
			if err == nil {
				t.Fatalf("read %s", show(w))
			}
			if c.line == 0 { // errors of the file as a whole
				if !strings.Contains(err.Error(), c.reason) || !strings.Contains(err.Error(), "graphio: x: ") {
					t.Errorf("error %q, want one with %q", err, c.reason)
				}
				return
			}
			checkError(t, err, c.line, c.part, c.reason)
		})
	}
}

// Files of several blocks, read by several workers, against a set of edges.
func TestEdgeListOfManyBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for name, id := range map[string]func(u int) string{
		"integers":       func(u int) string { return fmt.Sprint(u) },
		"sparse":         func(u int) string { return fmt.Sprint(u*u*31 + 5) },
		"large and not":  func(u int) string { return fmt.Sprint(u * u * u * 1000) },
		"strings":        func(u int) string { return fmt.Sprintf("node%09d", u) },
		"string numbers": func(u int) string { return fmt.Sprintf("%09d", u) },
	} {
		const n, m = 3000, 300_000
		var text bytes.Buffer
		o := Options{}
		if name == "string numbers" {
			o.IDs = StringIDs
		}
		var edges []graph.Edge
		for i := range m {
			u, v := r.Int32N(n), r.Int32N(n)
			if i < n {
				u = int32(i) // every node occurs
			}
			edges = append(edges, e{U: u, V: v})
			fmt.Fprintf(&text, "%s %s\n", id(int(u)), id(int(v)))
		}
		want, dropped := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
		w, report, err := read(text.String(), o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !w.Graph.Equal(want) || report != dropped {
			t.Errorf("%s: another graph, report %+v, want %+v", name, report, dropped)
		}
		for u := range int32(n) {
			if got := w.IDs.Name(u); got != id(int(u)) {
				t.Fatalf("%s: node %d is known as %s, want %s", name, u, got, id(int(u)))
			}
		}
	}
}

// The fast path accepts only lines that the careful path accepts, with the same result.
func TestQuickAgreesWithLine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const alphabet = "0123456789 \t,,;\r#-x"
	taken := 0
	for range 300_000 {
		b := make([]byte, 1+r.IntN(9))
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		data := append(b, '\n')
		d := &dialect{separator: " ,\t;"[r.IntN(4)], ends: [2]int{0, 1}, weight: -1, columns: 2 + r.IntN(2), nodes: r.IntN(40) - 20}
		d.nodes = max(d.nodes, -1)
		p := newEdgeParser(d)
		u, v, size := p.quick(data)
		if size == 0 {
			continue
		}
		taken++
		edge, skip, err := p.line(data[:len(data)-1])
		if err != nil || skip || size != len(data) || edge != (e{U: u, V: v}) {
			t.Fatalf("%q, dialect %+v: quick gives (%d, %d), size %d; line gives %v, skip %v, %v", data, d, u, v, size, edge, skip, err)
		}
	}
	if taken < 1000 {
		t.Errorf("quick took %d lines only", taken)
	}
}

// Ids that look like column names are not taken for a header.
func TestIDsThatLookLikeAHeader(t *testing.T) {
	checkRoundTrip(t, &graph.Network{Graph: build(t, 2, false, e{U: 0, V: 1}), IDs: stringIDs(t, "source", "target")}, EdgeList)
}

func TestEdgeListCannotHold(t *testing.T) {
	g := build(t, 2, false, e{U: 0, V: 1})
	for _, w := range []*graph.Network{
		{Graph: g, Labels: []int32{0, 1}},
		{Graph: g, IDs: stringIDs(t, "a b", "c")},
		{Graph: g, IDs: stringIDs(t, "a", "#c")},
		{Graph: g, IDs: stringIDs(t, "a", "b#c")},
		{Graph: g, IDs: stringIDs(t, "a", "//c")},
		{Graph: g, IDs: stringIDs(t, "a", "\xff")},
		{Graph: g, IDs: stringIDs(t, "a,b", "c")},
		{Graph: g, IDs: stringIDs(t, "a\n", "c")},
		{Graph: g, IDs: stringIDs(t, "a", "c\u0085")},
		{Graph: g, Labels: []int32{0}},
	} {
		if err := writeTo(new(bytes.Buffer), EdgeList, w); err == nil {
			t.Errorf("wrote %s with labels %v", show(w), w.Labels)
		}
	}
}

// Ids with blanks, commas and quotation marks are written to a table and read back.
func TestQuotedIDs(t *testing.T) {
	names := []string{"a b", "O'Hara, Pat", `say "hi"`, "1;2", "#c", "x#y", "//z", "{k}", " lead", "tail\u0085", "\ufeffmark", "% p", "1 2", "sep=;", "u|v", "plain"}
	var edges []e
	for u := range names[2:] {
		edges = append(edges, e{U: int32(u), V: int32(u + 1)})
	}
	slices.Sort(names)
	for _, edges := range [][]e{edges, nil, {{U: 3, V: 7}}} {
		w := &graph.Network{Graph: build(t, len(names), false, edges...), IDs: stringIDs(t, names...)}
		for _, name := range []string{"x.csv", "x.tsv.gz"} {
			path := filepath.Join(t.TempDir(), name)
			must.Do(t, Write(path, w))
			if back, _, err := Read(path, Options{}); err != nil || !back.Equal(w) {
				t.Errorf("%s: %v, %s", name, err, show(back))
			}
		}
	}
}

func TestGzipCutShort(t *testing.T) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	r := rand.New(rand.NewPCG(5, 5))
	for range 100_000 {
		fmt.Fprintf(z, "%d %d\n", r.IntN(5000), r.IntN(5000))
	}
	must.Do(t, z.Close())
	must.Two(read(out.String(), Options{}))(t)
	for _, size := range []int{3, 11, 1000, out.Len() / 2, out.Len() - 8, out.Len() - 1} {
		if w, _, err := read(out.String()[:size], Options{}); err == nil || !strings.Contains(err.Error(), "graphio: x: ") || !strings.Contains(err.Error(), "cut short") {
			t.Errorf("%d of %d bytes: read %s, error %v", size, out.Len(), show(w), err)
		}
	}
	broken := bytes.Clone(out.Bytes())
	broken[len(broken)-6] ^= 1 // in the check sum
	if _, _, err := read(string(broken), Options{}); err == nil {
		t.Error("a wrong check sum went unnoticed")
	}
}

// A meaningful comment below an edge is refused, with its line.
func TestCommentsBelowTheFirstEdge(t *testing.T) {
	for comment, refused := range map[string]bool{"# nodes 9": true, "# nodes many": true, "# directed": true, "# string ids": true, "# node 7": true, "# nodes": false, "#nodes 9": false, "% nodes 9": false, "# Nodes: 3 Edges: 2": false} {
		_, _, err := read("0 1\n"+comment+"\n1 2\n", Options{})
		if !refused {
			if err != nil {
				t.Errorf("%s: %v", comment, err)
			}
			continue
		}
		checkError(t, err, 2, comment, "above the first")
	}
}
