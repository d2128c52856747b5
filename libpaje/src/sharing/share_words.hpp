// What the words of user-defined fields are in all of a trace that each process has a share of.
#pragma once

#include "paje/sharing.hpp"

namespace paje {

/// From then on, columns of the fields of a kind have the types that they have in the whole trace.
void share_word_facts(Trace& trace, TypeKind kind, Exchange& exchange);

/// Whether any of the processes says so.
bool any_of_all(bool mine, Exchange& exchange);

}  // namespace paje
