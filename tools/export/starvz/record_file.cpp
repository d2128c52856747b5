#include "export/starvz/record_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unordered_map>

namespace paje::tools::starvz {

namespace {

class RecordReader {
 public:
  explicit RecordReader(const std::string& path) : path_(path) {}

  RecordFile read(std::ifstream& file) {
    std::string line;
    while (std::getline(file, line)) {
      ++line_;
      take(line);
    }
    if (file.bad()) throw std::system_error(EIO, std::generic_category(), path_);
    end_record();
    return std::move(made_);
  }

 private:
  void take(std::string& line) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) return end_record();
    if (line.front() == '#') return;
    if (line.front() == '%') {  // what the records are like
      is_descriptor_ = true;
      return;
    }
    if (line.front() == '+') return go_on(std::string_view(line).substr(1));
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || colon == 0) {
      throw std::runtime_error(
          fmt::format("{}:{}: no field of a record: found '{}', expected 'NAME: VALUE' or an empty "
                      "line",
                      path_, line_, line));
    }
    std::string_view value = std::string_view(line).substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    value = value.substr(0, value.find_last_not_of(" \t") + 1);
    const std::size_t place = place_of(line.substr(0, colon));
    if (record_.size() <= place) record_.resize(place + 1);
    latest_ = place;
    if (!value.empty()) record_[place] = value;
  }

  // A further line of the value.
  void go_on(std::string_view more) {
    if (record_.empty()) return;
    if (more.starts_with(' ')) more.remove_prefix(1);
    record_[latest_] = fmt::format("{}\n{}", record_[latest_].value_or(""), more);
  }

  std::size_t place_of(const std::string& name) {
    const unsigned times = ++times_[name];
    const std::string column = times == 1 ? name : fmt::format("{}_{}", name, times);
    const auto [found, is_new] = places_.try_emplace(column, made_.names.size());
    if (is_new) made_.names.push_back(column);
    return found->second;
  }

  void end_record() {
    if (!record_.empty() && !is_descriptor_) made_.records.push_back(std::move(record_));
    record_.clear();
    times_.clear();
    is_descriptor_ = false;
  }

  const std::string& path_;
  std::size_t line_ = 0;
  RecordFile made_;
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_map<std::string, unsigned> times_;  // in this record
  std::vector<std::optional<std::string>> record_;
  std::size_t latest_ = 0;
  bool is_descriptor_ = false;
};

}  // namespace

std::optional<std::size_t> RecordFile::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<std::optional<std::string>> RecordFile::column(std::size_t position) const {
  std::vector<std::optional<std::string>> values;
  values.reserve(records.size());
  for (const auto& record : records) {
    values.push_back(position < record.size() ? record[position] : std::nullopt);
  }
  return values;
}

std::optional<RecordFile> read_records(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return std::nullopt;
  std::ifstream file(path);
  if (!file) throw std::system_error(errno, std::generic_category(), path);
  return RecordReader(path).read(file);
}

}  // namespace paje::tools::starvz
