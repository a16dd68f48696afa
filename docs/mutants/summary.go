package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// summaryFile is the page that says when the mutants were tried last. readmeFile has its totals.
const (
	summaryFile = "docs/mutants/summary.md"
	readmeFile  = "docs/mutants/README.md"
)

const summaryHead = `# When mutants were tried

Written by ` + "`go run ./docs/mutants -summary`" + `, from the results of the checkout where it runs. A list that was not
tried there keeps its line. A mutant that was changed since, or whose file or test was, is not tried. The time is
that of the mutants one after another; a "+" means that files had been changed since the commit.

| list | mutants | killed | survived | not tried | as of | commit | minutes |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

var summaryRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|.*$")

// row is the line of a list; ok is false if none of its mutants was tried.
func row(list string, all []mutant, k *kept) (line string, ok bool, err error) {
	var last result
	var counts struct{ killed, survived, left int }
	var seconds float64
	for _, m := range all {
		key, err := keyOf(m)
		if err != nil {
			return "", false, err
		}
		r, tried := k.by[key]
		switch {
		case !tried:
			counts.left++
			continue
		case r.killed():
			counts.killed++
		default:
			counts.survived++
		}
		seconds += r.Seconds
		if r.When.After(last.When) {
			last = r
		}
	}
	when := "–"
	if !last.When.IsZero() {
		when = last.When.UTC().Format(time.DateOnly)
	}
	commit := last.Commit
	if commit == "" {
		commit = "–"
	}
	return fmt.Sprintf("| `%s` | %d | %d | %d | %d | %s | %s | %.1f |", list, len(all), counts.killed, counts.survived, counts.left, when, commit, seconds/60), counts.left < len(all), nil
}

// summary is the page of today's lists, which keeps the rows of an old one for lists that were not
// tried here.
func summary(all []mutant, k *kept, old string) (string, error) {
	was := map[string]string{}
	for _, m := range summaryRow.FindAllStringSubmatch(old, -1) {
		was[m[1]] = m[0]
	}
	lists := map[string][]mutant{}
	var names []string
	for _, m := range all {
		if lists[m.list] == nil {
			names = append(names, m.list)
		}
		lists[m.list] = append(lists[m.list], m)
	}
	slices.Sort(names)
	page := summaryHead
	for _, name := range names {
		line, tried, err := row(name, lists[name], k)
		if err != nil {
			return "", err
		}
		if !tried && was[name] != "" {
			line = was[name]
		}
		page += line + "\n"
	}
	return page, nil
}

// totalsLine is the sentence with the totals in readmeFile.
var totalsLine = regexp.MustCompile(`(?m)^\*\*Of \d+ mutants, .*$`)

// totals adds up the rows of the page.
func totals(page string) (string, error) {
	var sum [4]int // mutants, killed, survived, not tried
	for _, row := range summaryRow.FindAllStringSubmatch(page, -1) {
		for i := range sum {
			n, err := strconv.Atoi(row[i+2])
			if err != nil {
				return "", err
			}
			sum[i] += n
		}
	}
	return fmt.Sprintf("**Of %d mutants, %d were replayed: %d were killed and %d survived. %d were not replayed.**",
		sum[0], sum[1]+sum[2], sum[1], sum[2], sum[3]), nil
}

// replace writes a file in the place of an old one.
func replace(file, text string) error {
	if err := os.WriteFile(file+".new", []byte(text), 0o666); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// writeSummary writes the page in the place of the old one, and its totals into the README.
func writeSummary(all []mutant, k *kept) error {
	old, err := os.ReadFile(summaryFile)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	page, err := summary(all, k, string(old))
	if err != nil {
		return err
	}
	line, err := totals(page)
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(readmeFile)
	if err != nil {
		return err
	}
	if err := replace(readmeFile, totalsLine.ReplaceAllLiteralString(string(readme), line)); err != nil {
		return err
	}
	return replace(summaryFile, page)
}

// commit names the version of the checkout, with a "+" where files were changed; nothing outside of
// git.
func commit() string {
	head, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return ""
	}
	changed, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":!"+summaryFile, ":!"+readmeFile).Output()
	name := strings.TrimSpace(string(head))
	if err != nil || len(changed) > 0 {
		name += "+"
	}
	return name
}
