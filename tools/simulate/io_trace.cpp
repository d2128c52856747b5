#include "simulate/io_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/user_columns.hpp"

namespace paje::tools {

namespace {

constexpr double kMostBytes = 1e15;

enum class Direction : uint8_t { none, read, write };

// In any case; what threads do is no reading.
bool contains(std::string_view name, std::string_view word) {
  std::string lower(name);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  for (std::size_t at = 0; (at = lower.find(word, at)) != std::string::npos; ++at) {
    if (at < 2 || lower.compare(at - 2, 6, "thread") != 0) return true;
  }
  return false;
}

Direction direction_of(std::string_view name) {
  if (contains(name, "write")) return Direction::write;
  return contains(name, "read") ? Direction::read : Direction::none;
}

class RequestReader {
 public:
  RequestReader(const Trace& trace, const std::string& path)
      : trace_(trace), path_(path), fields_(trace, TypeKind::state) {
    size_ = fields_.find("Size");
    offset_ = fields_.find("Offset");
    if (size_ == nullptr || size_->type() == UserType::text) {
      throw std::runtime_error(
          one_line(path) + ": states have no field Size with the bytes that are read or written");
    }
  }

  std::vector<std::vector<StorageRequest>> read() {
    std::map<uint32_t, std::vector<uint64_t>> rows;  // by container
    for (const Track& track : trace_.tracks()) {
      if (trace_[track.type].kind != TypeKind::state) continue;
      auto& some = rows[track.container.index];
      for (uint64_t row = track.first; row < track.last; ++row) some.push_back(row);
    }
    std::vector<std::vector<StorageRequest>> all;
    for (auto& [container, some] : rows) {
      auto requests = requests_of(some, trace_[ContainerId{container}].start);
      if (!requests.empty()) all.push_back(std::move(requests));
    }
    if (all.empty()) throw std::runtime_error(one_line(path_) + ": nothing is read or written");
    return all;
  }

 private:
  std::vector<StorageRequest> requests_of(std::vector<uint64_t>& rows, double begin) {
    const StateColumns states = trace_.states();
    std::stable_sort(rows.begin(), rows.end(), [&](uint64_t one, uint64_t other) {
      return states.start[one] < states.start[other];
    });
    std::vector<StorageRequest> requests;
    double end = begin;
    uint64_t next = 0;  // where a request without an offset begins
    for (const uint64_t row : rows) {
      const Direction direction = direction_of(trace_[states.value[row]].name.text);
      // A call that another one makes is part of it.
      const bool is_inner = states.start[row] < end;
      if (is_inner) continue;
      if (direction == Direction::none) {
        // The file system opens files itself; other work begins then.
        const bool opens = contains(trace_[states.value[row]].name.text, "open");
        if (requests.empty() && opens) end = states.end[row];
        continue;
      }
      const uint64_t bytes = number(*size_, row, 0);
      const double delay = states.start[row] - end;
      end = states.end[row];
      if (bytes == 0) continue;
      const uint64_t offset = offset_ == nullptr ? next : number(*offset_, row, next);
      requests.push_back({offset, bytes, direction == Direction::write, delay});
      next = offset + bytes;
    }
    return requests;
  }
  [[nodiscard]] uint64_t number(const UserColumn& column, uint64_t row, uint64_t otherwise) const {
    const uint64_t place =
        column.type() == UserType::text ? UserColumn::kNoPlace : column.place(row);
    if (place == UserColumn::kNoPlace) return otherwise;
    const double value = column.number(place);
    if (value >= 0 && value <= kMostBytes) return static_cast<uint64_t>(value);
    throw std::runtime_error(
        fmt::format("{}: a state has {} {:g}", one_line(path_), column.name(), value));
  }

  const Trace& trace_;
  const std::string& path_;
  UserColumns fields_;
  const UserColumn* size_ = nullptr;
  const UserColumn* offset_ = nullptr;
};

}  // namespace

std::vector<std::vector<StorageRequest>> io_requests(const std::string& path, unsigned threads) {
  ReadOptions read;
  read.threads = threads;
  read.keep_user_fields = true;
  read.ignore_incomplete_links = true;
  const Trace trace = read_trace({.tool = "pj_simulate", .quiet = true}, path, read);
  return RequestReader(trace, path).read();
}

}  // namespace paje::tools
