#include "model/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "common/json_model.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "model/model_file.hpp"
#include "paje/user_columns.hpp"
#include "runs/csv_table.hpp"
#include "runs/storage_picture.hpp"
#include "runs/storage_report.hpp"

namespace paje::tools {

namespace {

using Samples = std::vector<StorageSample>;

std::optional<StorageTest> test_of(std::string_view name) {
  for (std::size_t i = 0; i < kStorageTests; ++i) {
    const auto test = static_cast<StorageTest>(i);
    if (name_of(test) == name) return test;
  }
  return std::nullopt;
}

void read_table(const std::string& path, Samples& samples) {
  const CsvTable table(path);
  const std::size_t test = table.need_column("test"), size = table.need_column("size");
  const std::size_t time = table.need_column("time");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto of = test_of(table.words(row, test));
    if (!of) {
      table.fail(row,
                 fmt::format("expected seq_read, rand_read, seq_write or rand_write, found '{}'",
                             one_line(table.words(row, test))));
    }
    samples.push_back({*of, table.positive(row, size), table.positive(row, time)});
  }
}

// A job of fio: as many requests as it made, in the time it ran.
void add_fio_job(const Json& job, const Json& global, Samples& samples) {
  const auto option = [&](const char* name) -> std::string {
    const Json& own = job.contains("job options") ? job.at("job options") : global;
    if (own.contains(name)) return own.at(name).get<std::string>();
    return global.contains(name) ? global.at(name).get<std::string>() : "";
  };
  static const std::array<std::pair<const char*, StorageTest>, 4> kTests = {
      {{"read", StorageTest::sequential_read},
       {"randread", StorageTest::random_read},
       {"write", StorageTest::sequential_write},
       {"randwrite", StorageTest::random_write}}};
  for (const auto& [name, test] : kTests) {
    if (option("rw") != name) continue;
    const bool reads = test == StorageTest::sequential_read || test == StorageTest::random_read;
    const Json& of = job.at(reads ? "read" : "write");
    const double requests = of.at("total_ios"), milliseconds = of.at("runtime");
    const double bytes = of.at("io_bytes");
    if (!(requests > 0) || !(milliseconds > 0)) continue;
    samples.push_back({test, bytes / requests, milliseconds / 1e3 / requests});
    return;
  }
}

void read_fio(const std::string& path, Samples& samples) {
  add_input_file(path);
  const Json json = Json::parse(file_text(path), nullptr, false);
  if (json.is_discarded() || !json.contains("jobs") || !json["jobs"].is_array()) {
    throw std::runtime_error(one_line(path) + ": not what fio --output-format=json writes");
  }
  const Json global = json.contains("global options") ? json["global options"] : Json::object();
  try {
    for (const Json& job : json["jobs"]) add_fio_job(job, global, samples);
  } catch (const Json::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", one_line(path), json_trouble(error)));
  }
}

// States of that name with the fields of pj_measure.
void read_states(const std::string& path, const ModelOptions& options, Samples& samples) {
  ReadOptions read = options.reading.read;
  read.keep_user_fields = true;
  const TraceReading how{
      .tool = "pj_model", .lenient = options.reading.lenient, .quiet = options.reading.quiet};
  const Trace trace = read_trace(how, path, read);
  const UserColumns fields(trace, TypeKind::state);
  const StateColumns states = trace.states();
  const UserColumn* size = nullptr;
  const UserColumn* requests = nullptr;
  for (const UserColumn& column : fields.all()) {
    if (column.field() == "Size" && column.type() == UserType::integer) size = &column;
    if (column.field() == "Requests" && column.type() == UserType::integer) requests = &column;
  }
  if (size == nullptr || requests == nullptr) {
    throw std::runtime_error(one_line(path) +
                             ": states have no numbers in fields Size and Requests, as "
                             "`pj_measure storage` writes them");
  }
  for (uint64_t row = 0; row < states.start.size(); ++row) {
    const auto test = test_of(trace[states.value[row]].name.text);
    const uint64_t at = size->place(row), count_at = requests->place(row);
    if (!test || at == UserColumn::kNoPlace || count_at == UserColumn::kNoPlace) continue;
    const auto count = static_cast<double>(requests->integers()[count_at]);
    samples.push_back({*test, static_cast<double>(size->integers()[at]),
                       (states.end[row] - states.start[row]) / count});
  }
}

Samples read_samples(const std::vector<std::string>& paths, const ModelOptions& options) {
  Samples samples;
  for (const std::string& path : paths) {
    if (path.ends_with(".csv")) {
      read_table(path, samples);
    } else if (path.ends_with(".json")) {
      read_fio(path, samples);
    } else {
      read_states(path, options, samples);
    }
  }
  return samples;
}

std::string storage_json(const StorageModel& model) {
  Json json;
  json["model"] = "storage";
  json["version"] = 1;
  json["intervals"] = Json::array();
  for (std::size_t i = 0; i < model.intervals.size(); ++i) {
    const SizeInterval& of = model.intervals[i];
    Json lines = Json::object();
    for (std::size_t test = 0; test < kStorageTests; ++test) {
      const StorageLine& line = model.lines[i][test];
      if (line.samples == 0) continue;
      lines[std::string(name_of(static_cast<StorageTest>(test)))] = {
          {"start", line.start}, {"per_byte", line.per_byte}, {"samples", line.samples}};
    }
    json["intervals"].push_back(
        {{"from", of.from}, {"to", of.to}, {"step", of.step}, {"lines", std::move(lines)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

StorageModel read_storage(const std::string& path) {
  StorageModel model;
  read_model_file(path, "storage", [&](const Json& json) {
    for (const Json& of : json.at("intervals")) {
      model.intervals.push_back({of.at("from"), of.at("to"), of.at("step")});
      auto& lines = model.lines.emplace_back();
      for (const auto& [name, line] : of.at("lines").items()) {
        const auto test = test_of(name);
        if (!test) throw std::invalid_argument("no such test: " + one_line(name));
        lines[static_cast<std::size_t>(*test)] = {line.at("start"), line.at("per_byte"),
                                                  line.at("samples")};
      }
    }
    if (model.intervals.empty()) throw std::invalid_argument("it has no intervals");
    (void)sizes_of(model.intervals);
  });
  return model;
}

void draw(const ModelOptions& options, const StorageModel& model, const Samples& samples) {
  if (options.svg.empty()) return;
  refuse_input_files({options.svg});
  OutputFile file(options.svg);
  file.write(storage_picture(model, samples));
  file.commit();
}

}  // namespace

Report fit_storage_model(const ModelOptions& options, std::string& text) {
  const Samples samples = read_samples(options.runs, options);
  if (samples.empty()) throw std::runtime_error("there are no requests to fit to");
  const StorageModel model = fit_storage(samples, options.intervals);
  Report report;
  add_storage_model(model, report);
  add_storage_errors(model, samples, false, report);
  const Samples judged = read_samples(options.judged, options);
  if (!judged.empty()) add_storage_errors(model, judged, true, report);
  draw(options, model, samples);
  text = storage_json(model);
  return report;
}

Report predict_storage_times(const ModelOptions& options) {
  const StorageModel model = read_storage(options.model);
  Report report;
  if (!options.sizes.empty()) add_storage_times(model, options.sizes, report);
  add_storage_model(model, report);
  const Samples judged = read_samples(options.runs, options);
  if (!judged.empty()) add_storage_errors(model, judged, true, report);
  draw(options, model, judged);
  return report;
}

}  // namespace paje::tools
