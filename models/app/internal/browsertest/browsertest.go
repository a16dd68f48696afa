// Package browsertest opens a real browser in tests.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Required is the variable that turns a test that finds no browser from one that is skipped into
// one that fails.
const Required = "GDP_REQUIRE_BROWSER"

// Open starts Chromium, without a window that anybody sees, for as long as the test and ctx last.
// Where there is none, the test is skipped.
func Open(ctx context.Context, t *testing.T, width, height int) context.Context {
	t.Helper()
	chromium := ""
	for _, program := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(program); err == nil {
			chromium = found
			break
		}
	}
	switch {
	case chromium == "" && os.Getenv(Required) == "1":
		t.Fatal("no chromium on the PATH")
	case chromium == "":
		t.Skip("no chromium on the PATH")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(chromium), chromedp.WindowSize(width, height),
		chromedp.WSURLReadTimeout(2*time.Minute)) // its first start, from a cold disk of a busy machine, takes longer than 20 s
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // it tells of events that it does not know
	t.Cleanup(cancel)
	return ctx
}
