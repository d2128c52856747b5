/* A trace of two processes, one of which sends the other a message: write_trace FILE */
#include <stdio.h>

#include <paje/paje.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  char why[200];
  paje_writer* trace = paje_open(argv[1], PAJE_TEXT, why, sizeof why);
  if (trace == NULL) {
    fprintf(stderr, "%s\n", why);
    return 2;
  }

  const paje_type process = paje_container_type(trace, "Process", PAJE_ROOT);
  const paje_type state = paje_state_type(trace, "State", process);
  const paje_type message = paje_link_type(trace, "Message", PAJE_ROOT, process, process);
  const paje_fields size = paje_user_fields(trace, "Size int");
  paje_define_value(trace, state, "compute", 0.f, 0.6f, 0.f);
  paje_define_value(trace, state, "wait", 0.8f, 0.f, 0.f);

  const paje_container sender = paje_create_container(trace, 0, process, "sender", PAJE_ROOT);
  const paje_container receiver = paje_create_container(trace, 0, process, "receiver", PAJE_ROOT);
  paje_set_state(trace, 0, sender, state, "compute");
  paje_set_state(trace, 0, receiver, state, "wait");
  const char* const bytes[] = {"4096"};
  paje_with(trace, size, bytes);
  paje_start_link(trace, 1.5, PAJE_ROOT, message, sender, "first", "data");
  paje_end_link(trace, 1.75, PAJE_ROOT, message, receiver, "first", "data");
  paje_set_state(trace, 1.75, receiver, state, "compute");
  paje_destroy_container(trace, 2, sender);
  paje_destroy_container(trace, 3, receiver);

  const int failed = paje_close(trace);
  if (failed) fprintf(stderr, "%s\n", paje_error(trace));
  paje_free(trace);
  return failed ? 1 : 0;
}
