package nbnet

import (
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/learn/backend"
)

func TestSource(t *testing.T) {
	text := string(Source("notebooks/nbnet/nbnet.go", "nameOf", "find"))
	for _, want := range []string{"```go\n// nameOf returns", "func nameOf(f *ast.FuncDecl) string {\n\tif f.Recv == nil {", "\n\n// find returns"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := string(Source("models/classification/gcn/network.go", "declared.logits")); !strings.Contains(text, "[KW17] Eq. 9") {
		t.Error(text)
	}
	if text := string(Source("models/none.go", "f")); text != "The declaration is in `models/none.go`." {
		t.Error(text)
	}
}

func TestTrain(t *testing.T) {
	t.Setenv(backend.EnvBackend, "go")
	var where []string
	table := Train("loss", func() float64 {
		where = append(where, os.Getenv(backend.EnvBackend))
		return 1
	})
	if len(table.Rows) != len(where) || !strings.Contains(strings.Join(where, " "), "go kernels") {
		t.Errorf("trained on %v: %v", where, table.Rows)
	}
	if os.Getenv(backend.EnvBackend) != "go" {
		t.Error("the environment is not as it was")
	}
}
