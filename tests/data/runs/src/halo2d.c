// Jacobi steps on a 2-D grid, cut into blocks. A step: post the receives and sends of the four
// borders, compute the inner points, wait, compute the border points, add up the residual.
// A point has VARIABLES values; only the first is really computed; a border message carries
// all of them. The simulated cost of a point is FLOPS_PER_POINT; NOISE, SEED, SLOW_RANK and SLOWDOWN
// change it.
// usage: halo2d NX NY STEPS [NOISE SEED [SLOW_RANK SLOWDOWN]]
//   NOISE 0.05: each rank's cost in each step is drawn from [0.95, 1.05]
//   SLOW_RANK computes SLOWDOWN times as long (1.1: 10 % longer) from step STEPS/2 on
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef SIMULATED
#include <smpi/smpi.h>
#endif
#define FLOPS_PER_POINT 60.0
#define VARIABLES 16

static double noise, slowdown = 1.0;
static int seed, slow_rank = -1, steps = 40, rank, ranks;

// A number in [0, 1) that depends on the three arguments only (splitmix64).
static double draw(unsigned long a, unsigned long b, unsigned long c) {
  unsigned long z = a * 0x9E3779B97F4A7C15ul + b * 0xD1B54A32D192ED03ul + c * 0x8CB92BA72F3D8DD7ul;
  for (int i = 0; i < 2; ++i) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ul;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBul;
    z ^= z >> 31;
  }
  return (z >> 11) * 0x1p-53;
}

static double cost_factor(int step) {
  double f = 1.0 + noise * (2.0 * draw(seed, rank, step) - 1.0);
  if (rank == slow_rank && step >= steps / 2) f *= slowdown;
  return f;
}

static void spend(double points, double factor) {
#ifdef SIMULATED
  smpi_execute_flops(FLOPS_PER_POINT * points * factor);
#else
  (void)points; (void)factor;
#endif
}

static void update(double* to, const double* from, int w, int x0, int x1, int y0, int y1, double* sum) {
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      const int i = y * w + x;
      to[i] = 0.25 * (from[i - 1] + from[i + 1] + from[i - w] + from[i + w]);
      *sum += (to[i] - from[i]) * (to[i] - from[i]);
    }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int gx = argc > 1 ? atoi(argv[1]) : 512, gy = argc > 2 ? atoi(argv[2]) : 512;
  if (argc > 3) steps = atoi(argv[3]);
  if (argc > 5) { noise = atof(argv[4]); seed = atoi(argv[5]); }
  if (argc > 7) { slow_rank = atoi(argv[6]); slowdown = atof(argv[7]); }
  int dims[2] = {0, 0};
  MPI_Dims_create(ranks, 2, dims);  // dims[0] rows of blocks, dims[1] columns of blocks
  const int row = rank / dims[1], col = rank % dims[1];
  const int nx = gx / dims[1] + (col < gx % dims[1]), ny = gy / dims[0] + (row < gy % dims[0]);
  const int w = nx + 2;
  double* now = calloc((size_t)w * (ny + 2), sizeof(double));
  double* was = calloc((size_t)w * (ny + 2), sizeof(double));
  const int most = VARIABLES * (nx > ny ? nx : ny);
  double* border = calloc(8 * (size_t)most, sizeof(double));  // four to receive, four to send
  if (!now || !was || !border) MPI_Abort(MPI_COMM_WORLD, 2);
  // north, south, west, east: the neighbour or -1, and where the block's and the halo's points lie
  const int to[4] = {row > 0 ? rank - dims[1] : -1, row < dims[0] - 1 ? rank + dims[1] : -1,
                     col > 0 ? rank - 1 : -1, col < dims[1] - 1 ? rank + 1 : -1};
  const int length[4] = {nx, nx, ny, ny}, stride[4] = {1, 1, w, w};
  const int own_at[4] = {w + 1, ny * w + 1, w + 1, w + nx};
  const int halo_at[4] = {1, (ny + 1) * w + 1, w, w + nx + 1};
  if (row == 0) for (int x = 0; x < w; ++x) now[x] = was[x] = 100.0;
  double residual = 0.0;
  for (int step = 0; step < steps; ++step) {
    MPI_Request q[8];
    int n = 0;
#ifndef BLOCKING_RECEIVE  // eztrace 2.0 records when MPI_Recv got its message, but not for MPI_Irecv
    for (int d = 0; d < 4; ++d)
      if (to[d] >= 0)
        MPI_Irecv(border + d * most, VARIABLES * length[d], MPI_DOUBLE, to[d], d ^ 1, MPI_COMM_WORLD, &q[n++]);
#endif
    for (int d = 0; d < 4; ++d) {
      if (to[d] < 0) continue;
      double* out = border + (4 + d) * most;
      for (int i = 0; i < length[d]; ++i) out[i] = was[own_at[d] + i * stride[d]];
      MPI_Isend(out, VARIABLES * length[d], MPI_DOUBLE, to[d], d, MPI_COMM_WORLD, &q[n++]);
    }
    const double factor = cost_factor(step);
    double own = 0.0;
    update(now, was, w, 2, nx - 1, 2, ny - 1, &own);
    spend((double)(nx - 2) * (ny - 2), factor);
#ifdef BLOCKING_RECEIVE
    for (int d = 0; d < 4; ++d)
      if (to[d] >= 0)
        MPI_Recv(border + d * most, VARIABLES * length[d], MPI_DOUBLE, to[d], d ^ 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
    if (n > 0) MPI_Waitall(n, q, MPI_STATUSES_IGNORE);
    for (int d = 0; d < 4; ++d)
      for (int i = 0; to[d] >= 0 && i < length[d]; ++i) was[halo_at[d] + i * stride[d]] = border[d * most + i];
    update(now, was, w, 1, nx, 1, 1, &own);
    update(now, was, w, 1, nx, ny, ny, &own);
    update(now, was, w, 1, 1, 2, ny - 1, &own);
    update(now, was, w, nx, nx, 2, ny - 1, &own);
    spend(2.0 * nx + 2.0 * (ny - 2), factor);
    if (row == 0) memcpy(now, was, w * sizeof(double));
    double* t = now; now = was; was = t;
    MPI_Allreduce(&own, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%dx%d blocks, %d steps, residual %.9g\n", dims[0], dims[1], steps, sqrt(residual));
  free(now); free(was); free(border);
  MPI_Finalize();
  return 0;
}
