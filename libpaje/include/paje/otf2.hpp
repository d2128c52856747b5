// Writes a trace as an OTF2 archive, for Vampir, Scalasca, Cube and others.
#pragma once

#include <string>

#include "paje/exchange.hpp"
#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

struct Otf2Options {
  bool has_user_fields = true;
  std::string size_field;  ///< as of UserColumns
};

/// Creates `folder` and writes `trace.otf2`, `trace.def` and the files of the locations into it.
/// States become regions, links MPI messages, variables metrics, punctual events parameters,
/// containers the system tree with processes and threads. Times with at most 12 decimals are exact;
/// others are rounded to nanoseconds. The files appear when all are whole: nothing is left after an
/// error. Returns what an archive cannot represent, by kind. Throws
/// std::runtime_error if `folder` already has such an archive, or in a build without OTF2's
/// library; std::invalid_argument if no link has the field `size_field`.
PAJE_EXPORT ConversionLosses write_otf2(const Trace& trace, const Otf2Options& options,
                                        const std::string& folder);

}  // namespace paje
