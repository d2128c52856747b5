// Which format an input is, found out without losing what cannot be read twice.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "paje/exchange.hpp"
#include "paje/input.hpp"

namespace paje::exchange {

struct Recognised {
  /// What to read from now on: of a pipe, what was looked at and the rest.
  Input input;
  std::optional<OtherFormat> format;  ///< nothing for Pajé, and for what is unknown
  std::string begin;                  ///< the first bytes, decompressed
};

/// Reports nothing: whoever reads the input meets the same trouble. `stop` ends that reading, too,
/// if nothing comes from a pipe.
Recognised recognise(const Input& input, std::stop_token stop = {});

}  // namespace paje::exchange
