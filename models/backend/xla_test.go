package backend_test

import _ "github.com/graphdp/graphdp/models/backend/xla" // plugins are tried
