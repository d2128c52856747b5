// What runs cost.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paje/models/scaling.hpp"
#include "scaling/configurations.hpp"

namespace paje::tools {

/// What a family pays.
struct RunPrice {
  Price price;
  bool is_of_core = false;
};
/// By family; that of no name is for all others.
using Prices = std::map<std::string, RunPrice>;

/// `0.376/h/machine`, `0.05/h/core`: of a machine unless a core is named. Throws
/// std::invalid_argument.
RunPrice parse_price(const std::string& text);
/// `NAME=PRICE` of a family, or `PRICE` of all others, in each word. Throws std::invalid_argument.
Prices parse_prices(const std::vector<std::string>& words);
/// Calls `change` with the prices that each word is about: `NAME=WORD` of a family, `WORD` of all.
/// Throws std::invalid_argument for a family without a price.
void change_prices(const std::vector<std::string>& words, Prices& prices,
                   const std::function<void(RunPrice&, const std::string&)>& change);
/// Prices that are billed as the words, `1h` or `NAME=1h`, say.
void set_billing(const std::vector<std::string>& words, Prices& prices);
/// A name in prices that no family has; nothing if there is none.
std::optional<std::string> unknown_family(const std::vector<FamilyScaling>& families,
                                          const Prices& prices);

/// Seconds of `1h`, `60s`, `1min`; 0 for `exact`. Throws std::invalid_argument.
double parse_billing(const std::string& text);

/// Null if the family pays nothing that is named.
const RunPrice* price_of(const std::string& family, const Prices& prices);
/// Nothing without a price, or if its machines are not known.
std::optional<double> cost_of(const MeasuredRun& run, const std::string& family,
                              const Prices& prices);
/// Mean of its runs.
std::optional<double> cost_of(const Configuration& one, const Prices& prices);

}  // namespace paje::tools
