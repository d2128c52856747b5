// A trace as an OTF2 archive, for Vampir, Scalasca, Cube and others.
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

/// Writes `trace.otf2`, `trace.def` and the files of the locations into `folder`, which it makes.
/// States become regions, links messages of MPI, variables metrics, punctual events parameters;
/// containers the system tree, processes and threads. Times keep all digits if they are decimals of
/// at most 12 after the point, else they are rounded to nanoseconds. Returns what an archive cannot
/// hold, by kind. Throws std::runtime_error if `folder` has an archive of that name or in a build
/// without OTF2's library, std::invalid_argument for a `size_field` that links do not have.
PAJE_EXPORT ConversionLosses write_otf2(const Trace& trace, const Otf2Options& options,
                                        const std::string& folder);

}  // namespace paje
