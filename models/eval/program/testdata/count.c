/* A worker that releases the number of edges with Laplace noise of scale SENSITIVITY / epsilon. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char path[4096], to[4096], line[256];
  double epsilon;
  long seed;
  while (scanf(" { \"graph\" : \"%4095[^\"]\" , \"out\" : \"%4095[^\"]\" , \"epsilon\" : %lf , \"delta\" : %*f , \"seed\" : %ld }",
               path, to, &epsilon, &seed) == 4) {
    FILE *graph = fopen(path, "r"), *out = fopen(to, "w");
    if (!graph || !out)
      return 1;
    long edges = 0;
    while (fgets(line, sizeof line, graph))
      edges += line[0] != '#';
    srand48(seed);
    fprintf(out, "%.17g\n", edges + (log(1 - drand48()) - log(1 - drand48())) * SENSITIVITY / epsilon);
    if (fclose(graph) || fclose(out))
      return 1;
    puts("{}");
    fflush(stdout);
  }
  return 0;
}
