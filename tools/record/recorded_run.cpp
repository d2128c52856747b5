#include "record/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "record/match_messages.hpp"

namespace paje::tools {

namespace {

// Communicators of the same processes are told apart by the order in which they were made, which
// all of these have in common.
class CommunicatorNumbers {
 public:
  uint32_t number(std::vector<std::vector<int64_t>> groups, uint64_t nth) {
    std::sort(groups.begin(), groups.end());  // of two groups each sees its own first
    const auto next = static_cast<uint32_t>(ids_.size());
    return ids_.try_emplace({std::move(groups), nth}, next).first->second;
  }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }

 private:
  std::map<std::pair<std::vector<std::vector<int64_t>>, uint64_t>, uint32_t> ids_;
};

struct Definitions {
  std::map<uint64_t, std::vector<std::vector<int64_t>>> groups;  // by number
  std::map<uint64_t, std::string> names;
};

Definitions read_definitions(RecordedProcess& process) {
  Definitions found;
  Record record;
  for (RecordFile& file : process.threads) {
    file.rewind();
    while (file.next(record)) {
      if (record.kind == REC_COMMUNICATOR) found.groups.emplace(record.number, record.groups);
      if (record.kind == REC_COMMUNICATOR_NAME) found.names[record.number] = record.text;
    }
  }
  return found;
}

void read_communicators(RecordedRun& run) {
  CommunicatorNumbers numbers;
  std::map<uint32_t, std::string> names;
  for (RecordedProcess& process : run.processes) {
    const Definitions definitions = read_definitions(process);
    std::map<std::vector<std::vector<int64_t>>, uint64_t> counts;
    for (const auto& [number, groups] : definitions.groups) {
      RecordedCommunicator& made = process.communicators[number];
      made.id = numbers.number(groups, counts[groups]++);
      made.own = groups.front();
      made.peers = groups.back();
      const auto name = definitions.names.find(number);
      if (name != definitions.names.end()) names.emplace(made.id, name->second);
    }
  }
  std::map<std::string, uint32_t> used;
  for (const auto& [id, name] : names) ++used[name];
  for (uint32_t id = 0; id < numbers.size(); ++id) {
    const auto named = names.find(id);
    const bool is_own = named != names.end() && (used[named->second] == 1 || id == 0);
    run.communicator_names.push_back(is_own ? named->second
                                     : named != names.end()
                                         ? fmt::format("{} ({})", named->second, id)
                                         : fmt::format("communicator {}", id));
  }
}

void add_file(RecordedRun& run, RecordFile file) {
  const rec_header& header = file.header();
  const std::string host = file.host();
  auto process = std::find_if(run.processes.begin(), run.processes.end(), [&](const auto& known) {
    return known.process == header.process && known.host == host;
  });
  if (process == run.processes.end()) {
    run.processes.emplace_back();
    process = std::prev(run.processes.end());
    process->host = host;
    process->process = header.process;
  }
  process->rank = std::max<int>(process->rank, header.rank);
  if (header.syncs > 0 || process->threads.empty()) process->clock = ClockLine(header);
  process->threads.push_back(std::move(file));
}

void check_ranks(const RecordedRun& run) {
  std::set<int> seen;
  for (const RecordedProcess& process : run.processes) {
    if (process.rank < 0 || seen.insert(process.rank).second) continue;
    throw std::runtime_error(fmt::format(
        "two processes were rank {}: the folder holds more than one run, or the command "
        "started several",
        process.rank));
  }
}

void warn(RecordedRun& run) {
  for (const RecordedProcess& process : run.processes) {
    for (const RecordFile& file : process.threads) {
      if (file.header().is_full != 0) {
        run.warnings.push_back(
            fmt::format("{} is not recorded to its end: there was no more room", process.name()));
      }
      if (file.is_damaged()) {
        run.warnings.push_back(
            fmt::format("{} is damaged; what is before that is kept", file.path()));
      }
    }
  }
}

}  // namespace

ClockLine::ClockLine(const rec_header& header) {
  if (header.syncs == 0) return;
  const rec_sync& begin = header.sync[0];
  from_ = begin.local;
  offset_ = static_cast<double>(begin.offset);
  error_ = static_cast<double>(begin.error);
  if (header.syncs < 2 || header.sync[1].local <= begin.local) return;
  const rec_sync& end = header.sync[1];
  drift_ =
      (static_cast<double>(end.offset) - offset_) / static_cast<double>(end.local - begin.local);
  error_ = std::max(error_, static_cast<double>(end.error));
}

int64_t ClockLine::corrected(uint64_t local) const {
  const double since =
      local >= from_ ? static_cast<double>(local - from_) : -static_cast<double>(from_ - local);
  return static_cast<int64_t>(local) + std::llround(offset_ + drift_ * since);
}

std::string RecordedProcess::name() const {
  return rank >= 0 ? fmt::format("rank {}", rank) : fmt::format("process {}", process);
}

RecordedRun read_recording(const std::string& folder) {
  RecordedRun run;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == REC_SUFFIX) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    RecordFile file(path);
    if (file.header().is_full != REC_GIVEN_UP) add_file(run, std::move(file));
  }
  if (run.processes.empty()) throw std::runtime_error("nothing was recorded");
  std::stable_sort(run.processes.begin(), run.processes.end(),
                   [](const auto& a, const auto& b) { return a.rank < b.rank; });
  for (RecordedProcess& process : run.processes) {
    std::sort(process.threads.begin(), process.threads.end(),
              [](const auto& a, const auto& b) { return a.header().thread < b.header().thread; });
  }
  check_ranks(run);
  read_communicators(run);
  match_messages(run);
  warn(run);
  return run;
}

}  // namespace paje::tools
