package figure

import "github.com/graphdp/graphdp/data/table"

// Table is a small table of values, for a notebook or a terminal.
type Table = table.Table
