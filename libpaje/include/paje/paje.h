/* Writes Pajé traces from C, by the same calls as paje/writer.hpp, which documents what each means
 * and which rules it checks. All functions that return int return 0, or -1 if the call was refused
 * or writing failed; those that return an id return PAJE_NONE then. paje_error() says
 * why. A writer belongs to one thread at a time; writers share nothing. */
#ifndef PAJE_PAJE_H
#define PAJE_PAJE_H

#include <stddef.h>
#include <stdint.h>

#include "paje/export.hpp"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct paje_writer paje_writer;
typedef uint32_t paje_type;
typedef uint32_t paje_container;
typedef uint32_t paje_fields;

#define PAJE_NONE UINT32_MAX
#define PAJE_ROOT 0 /* the root container, and its type */

/* An archive appears when it is closed, and has no parts. */
enum paje_encoding { PAJE_TEXT, PAJE_STANDARD, PAJE_REFERENCE, PAJE_ARCHIVE };

/* Null if the file cannot be opened. Then `error`, unless null, receives the reason, cut to `size`
 * bytes with the NUL at its end. */
PAJE_EXPORT paje_writer* paje_open(const char* path, enum paje_encoding encoding, char* error,
                                   size_t size);
/* Writes nothing itself: for processes that write parts, and the same definitions as the root. */
PAJE_EXPORT paje_writer* paje_open_definitions(enum paje_encoding encoding);
/* A part of a container, in a file of its own. It has the types and values that were defined
 * before, and no others (events may have any text as value). Null if it cannot be opened; see
 * paje_error(). */
PAJE_EXPORT paje_writer* paje_open_part(paje_writer* root, const char* path,
                                        paje_container container);
/* A part that another process writes; each once. */
PAJE_EXPORT int paje_name_part(paje_writer* root, const char* path, paje_container container);
/* Writes what is left. -1 if that failed or links lack a half; paje_error() says why. */
PAJE_EXPORT int paje_close(paje_writer* writer);
/* Closes the writer, if that was not done, and frees it. */
PAJE_EXPORT void paje_free(paje_writer* writer);
/* Why the last call of this writer failed; empty if none did. Valid until its next call. */
PAJE_EXPORT const char* paje_error(const paje_writer* writer);

PAJE_EXPORT paje_type paje_container_type(paje_writer* writer, const char* name, paje_type parent);
PAJE_EXPORT paje_type paje_state_type(paje_writer* writer, const char* name, paje_type container);
PAJE_EXPORT paje_type paje_event_type(paje_writer* writer, const char* name, paje_type container);
PAJE_EXPORT paje_type paje_variable_type(paje_writer* writer, const char* name,
                                         paje_type container);
PAJE_EXPORT paje_type paje_link_type(paje_writer* writer, const char* name, paje_type container,
                                     paje_type start, paje_type end);
/* A value and its colour, each part from 0 to 1. Values need not be defined before they are used.
 */
PAJE_EXPORT int paje_define_value(paje_writer* writer, paje_type type, const char* name, float red,
                                  float green, float blue);

PAJE_EXPORT paje_container paje_create_container(paje_writer* writer, double time, paje_type type,
                                                 const char* name, paje_container parent);
PAJE_EXPORT int paje_destroy_container(paje_writer* writer, double time, paje_container container);

/* Fields that events may carry, as `Size int, Tag int, Note string`. */
PAJE_EXPORT paje_fields paje_user_fields(paje_writer* writer, const char* fields);
/* The next event carries them: a word for each. */
PAJE_EXPORT int paje_with(paje_writer* writer, paje_fields fields, const char* const* words);

PAJE_EXPORT int paje_set_state(paje_writer* writer, double time, paje_container container,
                               paje_type type, const char* value);
PAJE_EXPORT int paje_push_state(paje_writer* writer, double time, paje_container container,
                                paje_type type, const char* value);
PAJE_EXPORT int paje_pop_state(paje_writer* writer, double time, paje_container container,
                               paje_type type);
PAJE_EXPORT int paje_reset_state(paje_writer* writer, double time, paje_container container,
                                 paje_type type);
PAJE_EXPORT int paje_set_variable(paje_writer* writer, double time, paje_container container,
                                  paje_type type, double value);
PAJE_EXPORT int paje_add_variable(paje_writer* writer, double time, paje_container container,
                                  paje_type type, double value);
PAJE_EXPORT int paje_sub_variable(paje_writer* writer, double time, paje_container container,
                                  paje_type type, double value);
PAJE_EXPORT int paje_new_event(paje_writer* writer, double time, paje_container container,
                               paje_type type, const char* value);
PAJE_EXPORT int paje_start_link(paje_writer* writer, double time, paje_container container,
                                paje_type type, paje_container start, const char* key,
                                const char* value);
PAJE_EXPORT int paje_end_link(paje_writer* writer, double time, paje_container container,
                              paje_type type, paje_container end, const char* key,
                              const char* value);

#ifdef __cplusplus
}
#endif

#endif
