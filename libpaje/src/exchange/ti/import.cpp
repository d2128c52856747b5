// Actions of SimGrid's time-independent traces, replayed without a network.
#include <fmt/format.h>

#include "exchange/bad_input.hpp"
#include "exchange/importer.hpp"
#include "exchange/text_lines.hpp"
#include "exchange/ti/actions.hpp"
#include "exchange/ti/untimed_replay.hpp"

namespace paje::exchange {

namespace {

constexpr uint64_t kReportLines = 65536;
constexpr std::size_t kMostRanks = 1'000'000;

class TiImport {
 public:
  TiImport(const ImportSource& source, ImportedTrace& trace) : source_(source), trace_(trace) {}

  void run() {
    if (source_.parts.empty()) read(0, source_.name, source_.bytes);
    for (uint32_t i = 0; i < source_.parts.size(); ++i) {
      read(i, source_.parts[i].name, source_.parts[i].bytes);
    }
    check_roots();
    source_.losses.note(
        "actions have no times: computing is as on a host of 1 Gflop/s, and messages take none");
    UntimedReplay replay(actions_, trace_, source_.losses);
    uint64_t steps = 0;
    try {
      replay.run([&] {
        if (++steps % kReportLines == 0) source_.report(read_);
      });
    } catch (const UntimedReplay::Stuck& stuck) {
      fail(stuck);
    }
    trace_.create_all_containers();
    trace_.destroy_all_containers(0);
  }

 private:
  void read(uint32_t file, const std::string& name, std::string_view bytes) {
    TextLines lines(bytes);
    while (const auto line = lines.next()) {
      if (lines.number() % kReportLines == 0) source_.report(read_ + lines.position());
      if (line->find_first_not_of(" \t") == std::string_view::npos || line->front() == '#')
        continue;
      Action action;
      action.file = file;
      action.line = lines.number();
      try {
        // A number may be cut without looking so.
        if (!lines.is_whole() && file_ends_within(*line)) {
          throw BadAction{"the trace ends within a line", *line, "a newline after it"};
        }
        add(parse_action(*line, element_bytes_, action), action);
        element_bytes_ = default_bytes_after(*line, element_bytes_);
      } catch (const BadAction& bad) {
        leave_out(bad_text_line(name, lines.number(), bad.title, bad.found, bad.expected),
                  bad.title);
      }
    }
    read_ += bytes.size();
  }

  // How many ranks there are is known when all lines were read. Of gatherv and scatterv without
  // types, nothing says which number is the root.
  void check_roots() const {
    for (const std::vector<Action>& rank : actions_) {
      for (const Action& action : rank) {
        const bool has_root = action.kind == ActionKind::one_to_all ||
                              action.kind == ActionKind::all_to_one ||
                              action.kind == ActionKind::local_rooted;
        const bool is_rank =
            action.partner >= 0 && static_cast<std::size_t>(action.partner) < actions_.size();
        if (!has_root || is_rank || action.value.ends_with('v')) continue;
        leave_out(bad_text_line(name_of(action), action.line, "the root is no rank",
                                fmt::format("{}", action.partner),
                                fmt::format("less than {}, the number of ranks", actions_.size())),
                  "the root is no rank");
      }
    }
  }

  [[nodiscard]] const std::string& name_of(const Action& action) const {
    return source_.parts.empty() ? source_.name : source_.parts[action.file].name;
  }

  void leave_out(const TraceError& error, std::string_view title) const {
    if (!source_.options.is_lenient) throw error;
    if (source_.losses.report(error)) return;
    source_.losses.add(fmt::format("lines that cannot be used: {}", title));
  }

  // The last line of all may lack its newline if it has no number.
  static bool file_ends_within(std::string_view line) { return words_of(line).size() > 2; }

  void add(int64_t rank, const Action& action) {
    const auto at = static_cast<std::size_t>(rank);
    if (at >= kMostRanks)
      throw BadAction{"rank too large", std::string_view(), "less than 1000000"};
    if (action.value.empty()) return source_.losses.add("places in the source");
    if (action.has_no_type) {
      source_.losses.add(fmt::format("sizes of a type that the actions do not say, as {}",
                                     element_bytes_ == 1 ? "bytes" : "doubles"));
    }
    if (action.is_synchronous) {
      source_.losses.add("synchronous sends, which do not wait for their receivers here");
    }
    if (at >= actions_.size()) actions_.resize(at + 1);
    actions_[at].push_back(action);
  }

  [[noreturn]] void fail(const UntimedReplay::Stuck& stuck) const {
    const Action& action = *stuck.action;
    throw bad_text_line(
        name_of(action), action.line, "waits for what never happens",
        fmt::format("rank {}: {}", stuck.rank, action.value),
        "the actions of all ranks (the index names their files), each receive with its send");
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  std::vector<std::vector<Action>> actions_;
  uint64_t read_ = 0;
  double element_bytes_ = 1;  // of amounts without a type
};

}  // namespace

void import_ti(const ImportSource& source, ImportedTrace& trace) { TiImport(source, trace).run(); }

}  // namespace paje::exchange
