package nb

import _ "github.com/graphdp/graphdp/models/backend/xla" // cells train on it where it is there
