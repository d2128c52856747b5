#include "measure/network_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "common/cli.hpp"
#include "common/option_number.hpp"
#include "common/tool.hpp"
#include "runs/sizes.hpp"

namespace paje::tools {

namespace {

// What a call of MPI counts.
constexpr double kMostBytes = 1 << 30;
constexpr int kMostCount = 1 << 20;

// Sizes, or intervals of sizes, in ascending order.
std::vector<double> sizes_or_intervals(const std::string& word) {
  std::vector<double> sizes =
      word.find('/') == std::string::npos ? parse_sizes(word) : sizes_of(parse_intervals(word));
  for (double& size : sizes) size = std::floor(size);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::vector<int> counts(const std::string& list) {
  std::vector<int> numbers;
  for (const char* at = list.data(); at < list.data() + list.size() + 1;) {
    int number = 0;
    const auto [end, error] = std::from_chars(at, list.data() + list.size(), number);
    if (error != std::errc() || number < 1 || number > kMostCount ||
        (*end != '\0' && *end != ',')) {
      throw std::invalid_argument("expected numbers from 1 on such as 1,4,16, found '" +
                                  one_line(list) + "'");
    }
    numbers.push_back(number);
    at = end + 1;
  }
  return numbers;
}

// `2.5` or `2.5%`
double percent(const std::string& word) {
  double number = 0;
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, number);
  if (error != std::errc() || !(number > 0) || number >= 100 ||
      (end != last && std::string(end, last) != "%")) {
    throw std::invalid_argument("expected a percentage above 0 and below 100, found '" +
                                one_line(word) + "'");
  }
  return number;
}

}  // namespace

void add_network_options(CLI::App& app, NetworkOptions& options) {
  auto& group = *app.add_option_group("Of network");
  add_words(group, "--sizes", "SIZE,...",
            "Bytes of messages, or intervals FROM-TO/STEP,... (default: 16k of lmo, 4k-128k/4k of "
            "collectives, 1k,4k,16k,64k of halo)",
            [&](const std::string& word) { options.sizes = sizes_or_intervals(word); })
      ->expected(1);
  group.add_flag("--serial", options.serial,
                 "Of lmo: measure one pair or triple at a time, not those that share no process "
                 "at once");
  group
      .add_option("--root", options.root,
                  "Of collectives: the rank that scatters and gathers (default: 0)")
      ->type_name("RANK")
      ->check(CLI::Range(0, kMostCount));
  add_words(group, "--per-node", "N,...", "Of halo: processes on each machine (default: 1,2,4)",
            [&](const std::string& word) { options.per_node = counts(word); })
      ->expected(1);
  add_words(group, "--messages", "N,...", "Of halo: messages of each process (default: 2,8,32)",
            [&](const std::string& word) { options.messages = counts(word); })
      ->expected(1);
  add_words(group, "--confidence", "PERCENT",
            "Confidence of the interval of an experiment's mean, by Student's t (default: 95)",
            [&](const std::string& word) { options.confidence = percent(word); })
      ->expected(1);
  add_words(
      group, "--precision", "PERCENT",
      "Repeat an experiment until half that interval is this share of the mean (default: 2.5)",
      [&](const std::string& word) { options.precision = percent(word); })
      ->expected(1);
  group
      .add_option("--max-repetitions", options.most_repetitions,
                  "Repeat an experiment no more often (default: 100)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U));
  group.add_option("--mpi", options.mpi, "The MPI to measure (default: that of mpirun)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"openmpi", "mpich"}));
  options.per_node = {1, 2, 4};
  options.messages = {2, 8, 32};
}

void check_network(NetworkOptions& options, const std::string& output) {
  const std::string& what = options.experiment;
  if (what != "lmo" && what != "collectives" && what != "halo") {
    throw CLI::ValidationError("EXPERIMENT",
                               "expected lmo, collectives or halo, found '" + one_line(what) + "'");
  }
  if (output.empty() || output == "-") {
    throw CLI::ValidationError("--output", "is required: a file for what is measured");
  }
  if (options.sizes.empty()) {
    options.sizes = sizes_or_intervals(what == "lmo"           ? "16k"
                                       : what == "collectives" ? "4k-128k/4k"
                                                               : "1k,4k,16k,64k");
  }
  if (options.sizes.front() < 1 || options.sizes.back() > kMostBytes) {
    throw CLI::ValidationError("--sizes", "are from 1 byte to 1G");
  }
}

}  // namespace paje::tools
