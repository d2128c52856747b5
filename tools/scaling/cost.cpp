#include "scaling/cost.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/option_number.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// Of `h`, `min`, `s`.
double seconds_of(const std::string& unit) {
  if (unit == "h") return 3600;
  if (unit == "min") return 60;
  if (unit == "s") return 1;
  throw std::invalid_argument("expected h, min or s, found '" + one_line(unit) + "'");
}

// Each machine is paid for periods of its own, also if another one comes as it goes.
double cost_of_machines(const MeasuredRun& run, double units_of_each, const Price& price) {
  Price one = price;
  one.extra_machines = 0;
  double sum = cost(price.extra_machines, run.time, one);
  for (const double time : run.machine_times) sum += cost(units_of_each, time, one);
  return sum;
}

// `NAME=WORD`, or `WORD` for all families.
std::pair<std::string, std::string> of_family(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {"", word};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

}  // namespace

Prices parse_prices(const std::vector<std::string>& words) {
  Prices prices;
  for (const std::string& each : words) {
    const auto [family, word] = of_family(each);
    prices[family] = parse_price(word);
  }
  return prices;
}

void change_prices(const std::vector<std::string>& words, Prices& prices,
                   const std::function<void(RunPrice&, const std::string&)>& change) {
  for (const std::string& each : words) {
    const auto [family, word] = of_family(each);
    if (!family.empty() && !prices.contains(family)) {
      throw std::invalid_argument("there is no price of the family " + one_line(family));
    }
    for (auto& [name, price] : prices) {
      if (family.empty() || family == name) change(price, word);
    }
  }
}

void set_billing(const std::vector<std::string>& words, Prices& prices) {
  change_prices(words, prices, [](RunPrice& price, const std::string& word) {
    price.price.period = parse_billing(word);
  });
}

std::optional<std::string> unknown_family(const std::vector<FamilyScaling>& families,
                                          const Prices& prices) {
  for (const auto& [name, price] : prices) {
    const bool is_there =
        name.empty() || std::any_of(families.begin(), families.end(),
                                    [&, wanted = name](const FamilyScaling& family) {
                                      return family.name == wanted;
                                    });
    if (!is_there) return name;
  }
  return {};
}

RunPrice parse_price(const std::string& text) {
  const std::size_t first = text.find('/');
  if (first == std::string::npos) {
    throw std::invalid_argument("expected a price such as 0.376/h/machine, found '" +
                                one_line(text) + "'");
  }
  const std::size_t second = std::min(text.find('/', first + 1), text.size());
  const double number = need_number(text.substr(0, first), 0, 1e18);
  const double seconds = seconds_of(text.substr(first + 1, second - first - 1));
  const std::string of = second == text.size() ? "machine" : text.substr(second + 1);
  if (of != "machine" && of != "core") {
    throw std::invalid_argument("a price is of a machine or a core, not of '" + one_line(of) + "'");
  }
  return {{number * 3600 / seconds, 0, 0}, of == "core"};
}

double parse_billing(const std::string& text) {
  if (text == "exact") return 0;
  const std::size_t digits = text.find_first_not_of("0123456789.");
  if (digits == std::string::npos || digits == 0) {
    throw std::invalid_argument("expected exact, or a time such as 1h or 60s, found '" +
                                one_line(text) + "'");
  }
  return need_number(text.substr(0, digits), 1e-9, 1e12) * seconds_of(text.substr(digits));
}

const RunPrice* price_of(const std::string& family, const Prices& prices) {
  auto found = prices.find(family);
  if (found == prices.end()) found = prices.find("");
  return found == prices.end() ? nullptr : &found->second;
}

std::optional<double> cost_of(const MeasuredRun& run, const std::string& family,
                              const Prices& prices) {
  const RunPrice* const price = price_of(family, prices);
  if (price == nullptr || (!price->is_of_core && !(run.machines > 0))) return std::nullopt;
  if (run.is_elastic() && !run.machine_times.empty()) {
    // Cores are those of all machines that were ever there.
    const auto machines = static_cast<double>(run.machine_times.size());
    return cost_of_machines(run, price->is_of_core ? run.cores / machines : 1, price->price);
  }
  std::vector<MachineShare> shares = {{run.machines, run.time}};
  if (run.is_elastic()) shares = run.machine_shares;
  if (price->is_of_core) {
    for (MachineShare& share : shares) {
      share.machines = run.is_elastic() ? share.machines / run.machines * run.cores : run.cores;
    }
  }
  return cost(shares, price->price);
}

std::optional<double> cost_of(const Configuration& one, const Prices& prices) {
  double sum = 0;
  for (const MeasuredRun* const run : one.runs) {
    const auto paid = cost_of(*run, one.family, prices);
    if (!paid) return std::nullopt;
    sum += *paid;
  }
  return sum / static_cast<double>(one.runs.size());
}

}  // namespace paje::tools
