#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "common/tool.hpp"
#include "runs/csv_table.hpp"
#include "simulate/storage.hpp"

namespace paje::tools {

namespace {

constexpr double kMostBytes = 1e15;
constexpr uint32_t kMostNodes = 100'000;

struct Number {
  const char* name;
  double least, most;
  void (*set)(StorageConfiguration&, double);
};
uint64_t whole(double value) { return static_cast<uint64_t>(value); }
uint32_t small(double value) { return static_cast<uint32_t>(value); }

// Whole numbers, which --set can change, too.
const std::array kNumbers = {
    Number{"clients", 1, kMostNodes, [](auto& to, double value) { to.clients = small(value); }},
    Number{"servers", 1, kMostNodes, [](auto& to, double value) { to.servers = small(value); }},
    Number{"metadata_servers", 1, kMostNodes,
           [](auto& to, double value) { to.metadata_servers = small(value); }},
    Number{"stripe", 1, kMostBytes, [](auto& to, double value) { to.stripe = whole(value); }},
    Number{"bytes", 1, kMostBytes, [](auto& to, double value) { to.bytes = whole(value); }},
    Number{"request", 1, kMostBytes, [](auto& to, double value) { to.request = whole(value); }},
    Number{"seed", 0, 4e9, [](auto& to, double value) { to.seed = whole(value); }},
    Number{"page", 512, kMostBytes, [](auto& to, double value) { to.page = whole(value); }},
    Number{"cache", 0, kMostBytes, [](auto& to, double value) { to.cache = whole(value); }},
    Number{"dirty_limit", 0, kMostBytes,
           [](auto& to, double value) { to.dirty_limit = whole(value); }},
    Number{"read_ahead", 0, kMostBytes,
           [](auto& to, double value) { to.read_ahead = whole(value); }},
    Number{"depth", 1, 1e6, [](auto& to, double value) { to.depth = small(value); }},
};

class StorageReader {
 public:
  explicit StorageReader(const JsonFile& file) : file_(file) {}

  std::vector<StorageConfiguration> read() {
    Members members(file_, file_.root(), "a file system");
    members.text("about");
    StorageConfiguration start;
    if (const JsonValue* defaults = members.find("defaults")) {
      Members some(file_, *defaults, "a file system");
      apply(some, start);
    }
    const JsonValue* list = members.find("configurations");
    if (list == nullptr) {
      apply(members, start);
      start.written_at = file_.place(file_.root().at);
      if (start.name.empty()) start.name = file_.path();
      return {start};
    }
    members.finish();
    if (list->kind != JsonValue::Kind::array || list->elements.empty()) {
      file_.fail(*list, "an array of file systems");
    }
    std::vector<StorageConfiguration> all;
    for (const JsonValue& value : list->elements) {
      StorageConfiguration one = start;
      one.name = fmt::format("{}", all.size() + 1);
      one.written_at = file_.place(value.at);
      Members some(file_, value, "a file system");
      apply(some, one);
      all.push_back(std::move(one));
    }
    return all;
  }

 private:
  void apply(Members& members, StorageConfiguration& to) {
    members.text("about");
    to.name = members.text("name", to.name);
    for (const Number& number : kNumbers) {
      const JsonValue* value = members.find(number.name);
      if (value == nullptr) continue;
      const double amount = file_.number(*value, number.least, number.most);
      if (amount != std::floor(amount)) file_.fail(*value, "a whole number");
      number.set(to, amount);
    }
    to.open_seconds = members.number("open_s", to.open_seconds, 0);
    to.is_shared_file = choose(members, "file", {"per_process", "shared"}, to.is_shared_file) == 1;
    to.is_write = choose(members, "operation", {"read", "write"}, to.is_write) == 1;
    to.is_random = choose(members, "pattern", {"sequential", "random"}, to.is_random) == 1;
    if (const JsonValue* network = members.find("network")) {
      Members some(file_, *network, "network");
      to.network_startup = some.number("startup_s", to.network_startup, 0);
      to.network_bandwidth = some.number("bandwidth_Bps", to.network_bandwidth, 1e-3);
      some.finish();
    }
    if (const JsonValue* disk = members.find("disk")) to.disk = read_disk(*disk);
    if (const JsonValue* scheduler = members.find("scheduler")) read_scheduler(*scheduler, to);
    members.finish();
  }
  std::size_t choose(Members& members, const char* name, const std::vector<std::string>& words,
                     std::size_t otherwise) {
    const JsonValue* value = members.find(name);
    if (value == nullptr) return otherwise;
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (value->text == words[i]) return i;
      all += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    }
    file_.fail(*value, all);
  }
  void read_scheduler(const JsonValue& value, StorageConfiguration& to) {
    Members members(file_, value, "scheduler");
    to.order = static_cast<QueueOrder>(
        choose(members, "order", {"fifo", "sfq", "edf"}, static_cast<std::size_t>(to.order)));
    to.place = static_cast<QueuePlace>(choose(members, "place", {"client", "between", "server"},
                                              static_cast<std::size_t>(to.place)));
    if (const JsonValue* depth = members.find("depth")) {
      to.depth = file_.whole(*depth, 1, 1'000'000);
    }
    to.read_deadline = members.number("read_deadline_s", to.read_deadline, 0);
    to.write_deadline = members.number("write_deadline_s", to.write_deadline, 0);
    if (const JsonValue* weights = members.find("weights")) {
      to.weights.clear();
      for (const JsonValue& one : weights->elements) {
        to.weights.push_back(file_.number(one, 1e-6, 1e6));
      }
      if (to.weights.empty()) file_.fail(*weights, "an array of numbers");
    }
    members.finish();
  }
  DiskModel read_disk(const JsonValue& value) {
    Members members(file_, value, "disk");
    DiskModel disk;
    const JsonValue* distance = members.find("distance");
    const JsonValue* intervals = members.find("serra");
    const JsonValue* fitted = members.find("model");
    members.finish();
    const int ways = (distance != nullptr) + (intervals != nullptr) + (fitted != nullptr);
    if (ways != 1) {
      file_.fail(value.at, ways == 0 ? "none of them" : "more than one of them",
                 "'distance', 'serra' or 'model'");
    }
    if (fitted != nullptr) return read_fitted(*fitted);
    if (distance != nullptr) {
      Members some(file_, *distance, "distance");
      disk.seconds_per_byte = some.number("s_per_B", 0, 0);
      disk.bandwidth = file_.number(some.need("bandwidth_Bps"), 1e-3);
      some.finish();
      return disk;
    }
    if (intervals->kind != JsonValue::Kind::array || intervals->elements.empty()) {
      file_.fail(*intervals, "an array of intervals of sizes");
    }
    for (const JsonValue& one : intervals->elements) {
      disk.intervals.push_back(read_interval(one));
      const std::size_t count = disk.intervals.size();
      if (count > 1 && disk.intervals[count - 1].to <= disk.intervals[count - 2].to) {
        file_.fail(one, "an interval of larger sizes than the one before");
      }
    }
    return disk;
  }
  // A file that pj_model wrote, next to this one.
  DiskModel read_fitted(const JsonValue& value) const {
    const auto folder = std::filesystem::path(file_.path()).parent_path();
    const std::string path = (folder / file_.text(value, "the name of a file")).string();
    const JsonFile file(file_text(path), path);
    Members members(file, file.root(), "a model");
    if (members.text("model") != "storage") {
      file.fail(file.root(), "a model by pj_model fit storage -m");
    }
    DiskModel disk;
    const JsonValue& list = members.need("intervals");
    for (const JsonValue& one : list.elements) {
      Members interval(file, one, "an interval");
      const JsonValue& lines = interval.need("lines");
      AccessInterval& to = disk.intervals.emplace_back();
      to.to = whole(file.number(interval.need("to"), 1, kMostBytes));
      to.sequential_read = fitted_line(file, lines, "seq_read");
      to.random_read = fitted_line(file, lines, "rand_read");
      to.sequential_write = fitted_line(file, lines, "seq_write");
      to.random_write = fitted_line(file, lines, "rand_write");
    }
    if (disk.intervals.empty()) file.fail(list, "an array of intervals of sizes");
    return disk;
  }
  // What was not measured has no line.
  static AccessLine fitted_line(const JsonFile& file, const JsonValue& lines, const char* test) {
    Members members(file, lines, "lines");
    const JsonValue* found = members.find(test);
    if (found == nullptr) return {NAN, NAN};
    Members line(file, *found, "a line");
    return {file.number(line.need("start"), -1e6, 1e6),
            file.number(line.need("per_byte"), -1, 1e6)};
  }
  AccessInterval read_interval(const JsonValue& value) {
    Members members(file_, value, "an interval");
    AccessInterval interval;
    interval.to = whole(file_.number(members.need("to"), 1, kMostBytes));
    interval.sequential_read = read_line(members.need("sequential_read"));
    interval.random_read = read_line(members.need("random_read"));
    interval.sequential_write = read_line(members.need("sequential_write"));
    interval.random_write = read_line(members.need("random_write"));
    members.finish();
    return interval;
  }
  AccessLine read_line(const JsonValue& value) {
    if (value.elements.size() != 2) file_.fail(value, "[seconds, seconds a byte]");
    return {file_.number(value.elements[0], -1e6, 1e6), file_.number(value.elements[1], 0, 1e6)};
  }

  const JsonFile& file_;
};

}  // namespace

std::vector<StorageConfiguration> read_storage(const JsonFile& file) {
  return StorageReader(file).read();
}

void set_storage(StorageConfiguration& configuration, const Setting& setting) {
  std::string known;
  for (const Number& number : kNumbers) {
    known += (known.empty() ? "" : ", ") + std::string(number.name);
    if (number.name != setting.first) continue;
    if (!(setting.second >= number.least && setting.second <= number.most) ||
        setting.second != std::floor(setting.second)) {
      throw WrongUsage(
          fmt::format("--set {}: expected a whole number from {:g} to {:g}, found {:g}",
                      number.name, number.least, number.most, setting.second));
    }
    return number.set(configuration, setting.second);
  }
  throw WrongUsage(
      fmt::format("--set: nothing is called {}; there are {}", one_line(setting.first), known));
}

}  // namespace paje::tools
