package backend_test

import _ "github.com/graphdp/graphdp/models/learn/backend/xla" // registers XLA
