/* Counts the calls of MPI that a program makes, and the messages it sends, and writes both to a file of each process at the end. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct { const char* name; long count; } counts[256];
static struct { int to, tag; long bytes, count; } sent[256];
static int rank, ranks;

static void count_call(const char* name) {
  int i = 0;
  while (counts[i].name && strcmp(counts[i].name, name)) ++i;
  counts[i].name = name;
  ++counts[i].count;
}

/* `to` is a rank of the world. */
static void count_message(int to, int tag, long bytes) {
  int i = 0;
  while (sent[i].count && !(sent[i].to == to && sent[i].tag == tag && sent[i].bytes == bytes)) ++i;
  sent[i].to = to; sent[i].tag = tag; sent[i].bytes = bytes;
  ++sent[i].count;
}

static void print_counts(void) {
  char text[16384];
  int at = 0;
  for (int i = 0; counts[i].name; ++i) at += sprintf(text + at, "call|%d|MPI_%s|%ld\n", rank, counts[i].name, counts[i].count);
  for (int i = 0; sent[i].count; ++i) at += sprintf(text + at, "message|%d|%d|%d|%ld|%ld\n", rank, sent[i].to, sent[i].tag, sent[i].bytes, sent[i].count);
  /* Not to standard output, where launchers mix the lines of several processes. */
  char name[32];
  sprintf(name, "counted.%d", rank);
  FILE* file = fopen(name, "w");
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

#define CALL(name, ...) (count_call(#name), MPI_##name(__VA_ARGS__))
