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

// Required names the variable that makes a test fail, not skip, if there is no browser.
const Required = "GDP_REQUIRE_BROWSER"

// Open starts a headless Chromium until the test or ctx ends. It skips the test without a browser.
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
		chromedp.WSURLReadTimeout(2*time.Minute)) // the first start on a busy machine takes longer than 20 s
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // it logs unknown events
	t.Cleanup(cancel)
	return ctx
}
