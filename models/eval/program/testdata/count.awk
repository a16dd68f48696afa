# A run of a worker: releases the number of edges with Laplace noise of scale 1 / epsilon.
# With -v seeded=data, the edges seed the noise.
BEGIN { FS = "[\"{}:, ]+" }
{
  while ((getline line < $3) > 0)
    if (line !~ /^#/ && split(line, end, " ") == 2) {
      edges++
      hash = (31 * hash + 7 * end[1] + end[2]) % 1000003
    }
  srand(seeded == "data" ? hash : $11 + 0)
  printf "%.17g\n", edges + (log(1 - rand()) - log(1 - rand())) / $7 > $5
  print "{}"
}
