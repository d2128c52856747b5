// Heat diffusion on a 2-D plate, the program that made heat.*.trace.
//
// The plate is cut into bands of rows, one band for each rank. An iteration exchanges the rows at
// the edges of the bands with both neighbours, then applies a five-point stencil. Every few
// iterations all ranks add up how much the plate changed. Rank 0 distributes the parameters at the
// start and collects the plate at the end.

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// Floating-point operations for one grid point: three additions, a multiplication by 0.25, and the
// subtraction, multiplication and addition of the residual.
#define FLOPS_PER_POINT 7.0

enum { kTagUp = 1, kTagDown = 2 };

typedef struct {
  int rows;            // inner rows of the whole plate
  int columns;         // points in a row
  int iterations;      // steps to compute
  int residual_every;  // iterations between two sums of the residual
} Parameters;

typedef struct {
  int rank;
  int ranks;
  int rows;        // inner rows of this rank's band
  int columns;     // points in a row
  double* now;     // rows + 2 rows: the band and one neighbour row on each side
  double* before;  // the same, one iteration earlier
} Band;

static double* row_of(const Band* band, double* points, int row) {
  return points + (size_t)row * band->columns;
}

// Number of inner rows of `rank`: the first ranks take one of the rows left over.
static int rows_of_rank(const Parameters* parameters, int rank, int ranks) {
  return parameters->rows / ranks + (rank < parameters->rows % ranks ? 1 : 0);
}

// Allocates `count` zeroed numbers or ends the run on all ranks.
static double* allocate(size_t count) {
  double* points = calloc(count, sizeof(double));
  if (points == NULL) {
    fprintf(stderr, "heat: no memory for %zu numbers\n", count);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return points;
}

// A cold band, except that the plate's upper edge is held at 100 degrees.
static Band make_band(const Parameters* parameters, int rank, int ranks) {
  Band band = {.rank = rank, .ranks = ranks, .columns = parameters->columns};
  band.rows = rows_of_rank(parameters, rank, ranks);
  const size_t points = (size_t)(band.rows + 2) * band.columns;
  band.now = allocate(points);
  band.before = allocate(points);
  for (int column = 0; rank == 0 && column < band.columns; ++column) {
    band.now[column] = band.before[column] = 100.0;
  }
  return band;
}

// Exchanges the edge rows with the neighbours. The edges of the plate have none.
static void exchange_edges(Band* band) {
  const int columns = band->columns;
  const int up = band->rank - 1;
  const int down = band->rank + 1;
  MPI_Request requests[4];
  int count = 0;
  if (up >= 0) {
    MPI_Irecv(row_of(band, band->before, 0), columns, MPI_DOUBLE, up, kTagDown, MPI_COMM_WORLD,
              &requests[count++]);
  }
  if (down < band->ranks) {
    MPI_Irecv(row_of(band, band->before, band->rows + 1), columns, MPI_DOUBLE, down, kTagUp,
              MPI_COMM_WORLD, &requests[count++]);
  }
  if (up >= 0) {
    MPI_Isend(row_of(band, band->before, 1), columns, MPI_DOUBLE, up, kTagUp, MPI_COMM_WORLD,
              &requests[count++]);
  }
  if (down < band->ranks) {
    MPI_Isend(row_of(band, band->before, band->rows), columns, MPI_DOUBLE, down, kTagDown,
              MPI_COMM_WORLD, &requests[count++]);
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

// Computes one step from `before` into `now`; returns the sum of the squared changes.
static double compute_step(Band* band) {
  const int columns = band->columns;
  double residual = 0.0;
  for (int row = 1; row <= band->rows; ++row) {
    const double* above = row_of(band, band->before, row - 1);
    const double* here = row_of(band, band->before, row);
    const double* below = row_of(band, band->before, row + 1);
    double* next = row_of(band, band->now, row);
    for (int column = 1; column < columns - 1; ++column) {
      next[column] = 0.25 * (above[column] + below[column] + here[column - 1] + here[column + 1]);
      const double change = next[column] - here[column];
      residual += change * change;
    }
  }
#ifdef HEAT_SIMULATED
  // The simulator does not time the loop above: the simulated time follows from the number of
  // operations alone, so a run gives the same trace on every machine.
  smpi_execute_flops(FLOPS_PER_POINT * band->rows * (columns - 2));
#endif
  return residual;
}

static void swap_steps(Band* band) {
  double* swapped = band->now;
  band->now = band->before;
  band->before = swapped;
}

// Runs all iterations; returns the last residual that the ranks added up.
static double diffuse(Band* band, const Parameters* parameters) {
  double residual = 0.0;
  for (int iteration = 1; iteration <= parameters->iterations; ++iteration) {
    exchange_edges(band);
    const double own = compute_step(band);
    swap_steps(band);
    if (iteration % parameters->residual_every == 0) {
      MPI_Allreduce(&own, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  return sqrt(residual);
}

// Collects all bands on rank 0 and returns there the plate's mean temperature, elsewhere 0.
static double gather_mean(const Band* band, const Parameters* parameters) {
  int* counts = NULL;
  int* offsets = NULL;
  double* plate = NULL;
  const size_t points = (size_t)parameters->rows * parameters->columns;
  if (band->rank == 0) {
    counts = calloc(2 * (size_t)band->ranks, sizeof(int));
    if (counts == NULL) {
      fprintf(stderr, "heat: no memory for the counts of %d ranks\n", band->ranks);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    offsets = counts + band->ranks;
    for (int rank = 0, offset = 0; rank < band->ranks; ++rank) {
      counts[rank] = rows_of_rank(parameters, rank, band->ranks) * parameters->columns;
      offsets[rank] = offset;
      offset += counts[rank];
    }
    plate = allocate(points);
  }
  MPI_Gatherv(row_of(band, band->before, 1), band->rows * band->columns, MPI_DOUBLE, plate, counts,
              offsets, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  double sum = 0.0;
  for (size_t point = 0; plate != NULL && point < points; ++point) {
    sum += plate[point];
  }
  free(plate);
  free(counts);
  return sum / (double)points;
}

// Reads a whole number in [least, most] from `text`; returns 0 if it is none.
static int read_number(const char* text, int least, int most, int* number) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) {
    return 0;
  }
  *number = (int)value;
  return 1;
}

// Reads "ROWS COLUMNS ITERATIONS RESIDUAL_EVERY", each of them optional; returns 0 if a word is no
// number in its range. The limits keep every count that is given to MPI inside an int.
static int read_parameters(int argc, char** argv, int ranks, Parameters* parameters) {
  enum { kMostRows = 1 << 15, kMostIterations = 1000000 };
  *parameters = (Parameters){.rows = 500, .columns = 1000, .iterations = 40, .residual_every = 5};
  return argc <= 5 && (argc <= 1 || read_number(argv[1], 1, kMostRows, &parameters->rows)) &&
         (argc <= 2 || read_number(argv[2], 3, kMostRows, &parameters->columns)) &&
         (argc <= 3 || read_number(argv[3], 1, kMostIterations, &parameters->iterations)) &&
         (argc <= 4 || read_number(argv[4], 1, kMostIterations, &parameters->residual_every)) &&
         parameters->rows >= ranks;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  // Rank 0 alone reads the command line; no rows mean to the others that it was wrong.
  Parameters parameters = {0};
  if (rank == 0 && !read_parameters(argc, argv, ranks, &parameters)) {
    fprintf(stderr,
            "usage: heat [ROWS [COLUMNS [ITERATIONS [RESIDUAL_EVERY]]]]\n"
            "ROWS at least the number of ranks, COLUMNS at least 3, both at most 32768;\n"
            "ITERATIONS and RESIDUAL_EVERY from 1 to 1000000\n");
    parameters.rows = 0;
  }
  MPI_Bcast(&parameters, sizeof(parameters), MPI_BYTE, 0, MPI_COMM_WORLD);
  if (parameters.rows == 0) {
    MPI_Finalize();
    return 2;
  }

  Band band = make_band(&parameters, rank, ranks);
  const double residual = diffuse(&band, &parameters);
  const double mean = gather_mean(&band, &parameters);
  if (rank == 0) {
    printf("%d iterations, residual %.6f, mean temperature %.6f\n", parameters.iterations, residual,
           mean);
  }
  free(band.now);
  free(band.before);
  MPI_Finalize();
  return 0;
}
