package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// What people read fits COLUMNS, and none of its words is lost; without COLUMNS lines have any
// length. A line is too long only where its one word, or an option with its value, is.
func TestOutputFitsColumns(t *testing.T) {
	for _, args := range []string{
		"--help", "run --help", "help topics", "help choosing", "help dgg", "help faq", "methods dgg", "reproduce privdpr", "reproduce seprivgemb --figure 3", "data list",
		"advise --task synthesis --epsilon 1", "ask triangles --graph karate --epsilon 1 --plan", "account --mechanism gaussian --sigma 1 --delta 1e-5",
		"run dgg --graph karate --epsilon 1 --plan --out x.csv", "stats karate --label x", "run dgg --graph karate --epsilon 1 --nodes 34 --seed 1",
	} {
		t.Setenv("COLUMNS", "")
		_, all, stderr := call(t, strings.Fields(args)...)
		all += stderr
		for _, columns := range []int{1, 40, 64, 80, 100, 1000} {
			t.Setenv("COLUMNS", fmt.Sprint(columns))
			_, got, stderr := call(t, strings.Fields(args)...)
			got += stderr
			have := strings.Fields(got)
			slices.Sort(have)
			for _, word := range strings.Fields(all) {
				if _, found := slices.BinarySearch(have, word); !found && !strings.ContainsAny(word, "|[(") && word != "---" {
					t.Errorf("gdp %s in %d columns lacks %q", args, columns, word)
				}
			}
			for line := range strings.Lines(got) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns && columns >= 64 && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("gdp %s in %d columns has %d: %s", args, columns, n, line)
				}
			}
		}
	}
}

// Tables fold cells, and follow in groups where that is not enough; commands stay commands.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		columns    int
		text, want string
	}{
		{0, "a\tb\nlong one\tc\n", "a         b\nlong one  c\n"},
		{20, "a\tb\nlong one\tc\n", "a         b\nlong one  c\n"},
		{27, "name\tabout\nx\ta text that is long, too long\n", "name  about\nx     a text that is long,\n      too long\n"},
		{24, "key\tfirst\tsecond\nrow\t1234567890\t1234567890\n", "key  first\nrow  1234567890\n\nkey  second\nrow  1234567890\n"},
		{30, "  run: gdp run dgg --set 'A b=1' --seed 1\n", "  run: gdp run dgg \\\n      --set 'A b=1' --seed 1\n"},
		{30, "  gdp data get karate --all --only -1\n", "  gdp data get karate --all \\\n      --only -1\n"},
		{16, "- one two three four\n", "- one two three\n  four\n"},
		{10, "http://a.bcdefgh\n", "http://a.bcdefgh\n"},
	} {
		var b strings.Builder
		if err := fit(&b, c.text, c.columns); err != nil || b.String() != c.want {
			t.Errorf("%q in %d columns: %q, want %q, %v", c.text, c.columns, b.String(), c.want, err)
		}
	}
}
