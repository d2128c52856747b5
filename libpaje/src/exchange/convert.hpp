// A trace of another format, read as a whole.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "exchange/imported_trace.hpp"
#include "exchange/losses.hpp"
#include "paje/exchange.hpp"

namespace paje::exchange {

struct Converted {
  std::string name;  ///< of the input, for messages
  Losses losses;
  ImportedTrace trace{losses};
};

/// As convert_events(); options.format has to be set. Throws ReadStopped, too.
std::unique_ptr<Converted> convert(const Input& input, const ConvertOptions& options,
                                   const std::stop_token& stop = {});

}  // namespace paje::exchange
