#include "runs/storage_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "common/tool.hpp"
#include "runs/sizes.hpp"

namespace paje::tools {

namespace {

std::vector<StorageTest> tests_of(const StorageModel& model) {
  std::vector<StorageTest> tests;
  for (std::size_t i = 0; i < kStorageTests; ++i) {
    if (model.has(static_cast<StorageTest>(i))) tests.push_back(static_cast<StorageTest>(i));
  }
  return tests;
}

Sheet lines_sheet(const StorageModel& model, Report& report) {
  Sheet sheet("Time of a request = start + per_byte * size", {{"test"},
                                                              {"sizes"},
                                                              {"samples", Measure::count},
                                                              {"start", Measure::number},
                                                              {"per_byte", Measure::number}});
  for (const StorageTest test : tests_of(model)) {
    for (std::size_t i = 0; i < model.intervals.size(); ++i) {
      const StorageLine& line = model.lines[i][static_cast<std::size_t>(test)];
      const std::string sizes = intervals_text({model.intervals[i]});
      sheet.add({std::string(name_of(test)), sizes, line.samples, line.start, line.per_byte});
      if (line.per_byte >= 0) continue;
      report.remarks.push_back(
          fmt::format("Warning: {} of {}: larger requests take less time. Other sizes, more "
                      "repetitions or a larger file may help.",
                      name_of(test), sizes));
    }
  }
  return sheet;
}

}  // namespace

void add_storage_model(const StorageModel& model, Report& report) {
  Sheet ratios("Time of random requests over that of sequential ones",
               {{"requests"},
                {"sizes", Measure::count},
                {"mean", Measure::number},
                {"least", Measure::number},
                {"greatest", Measure::number}});
  Sheet by_size("By size", {{"requests"},
                            {"bytes", Measure::count},
                            {"sequential", Measure::time},
                            {"random", Measure::time},
                            {"ratio", Measure::number}});
  for (const bool writes : {false, true}) {
    const StorageRatios found = storage_ratios(model, writes);
    const std::string name = writes ? "write" : "read";
    if (found.left_out > 0) {
      report.remarks.push_back(
          fmt::format("Warning: {}: for {}, the fitted lines predict that requests take no time, "
                      "so there is no ratio.",
                      name, counted(found.left_out, "size", "sizes")));
    }
    if (found.by_size.empty()) continue;
    ratios.add({name, uint64_t{found.by_size.size()}, found.mean, found.least, found.greatest});
    for (const StorageRatio& one : found.by_size) {
      by_size.add(
          {name, static_cast<uint64_t>(one.size),
           model.time(writes ? StorageTest::sequential_write : StorageTest::sequential_read,
                      one.size),
           model.time(writes ? StorageTest::random_write : StorageTest::random_read, one.size),
           one.ratio});
    }
  }
  report.sheets.emplace_back("ratios", std::move(ratios));
  report.sheets.emplace_back("lines", lines_sheet(model, report));
  report.sheets.emplace_back("by_size", std::move(by_size));
}

void add_storage_times(const StorageModel& model, std::span<const double> sizes, Report& report) {
  Sheet sheet("Requests", {{"test"},
                           {"bytes", Measure::count},
                           {"time", Measure::time},
                           {"bytes_a_second", Measure::number}});
  for (const StorageTest test : tests_of(model)) {
    for (const double size : sizes) {
      const double time = model.time(test, size);
      sheet.add({std::string(name_of(test)), static_cast<uint64_t>(size), time,
                 number_if(time > 0, time > 0 ? size / time : 0)});
    }
  }
  report.sheets.emplace_back("requests", std::move(sheet));
}

void add_storage_errors(const StorageModel& model, std::span<const StorageSample> samples,
                        bool is_judged, Report& report) {
  struct Errors {
    uint64_t count = 0;
    double sum = 0;
    double greatest = 0;
  };
  std::map<StorageTest, Errors> by_test;
  for (const StorageSample& sample : samples) {
    const double error = std::abs(model.time(sample.test, sample.size) / sample.time - 1);
    Errors& errors = by_test[sample.test];
    ++errors.count;
    errors.sum += error;
    errors.greatest = std::max(errors.greatest, error);
  }
  Sheet sheet(is_judged ? "Error at measured sizes that the model was not fitted to"
                        : "Error at the sizes that the model was fitted to",
              {{"test"},
               {"samples", Measure::count},
               {"mean_error", Measure::share},
               {"greatest_error", Measure::share}});
  for (const auto& [test, errors] : by_test) {
    sheet.add({std::string(name_of(test)), errors.count,
               errors.sum / static_cast<double>(errors.count), errors.greatest});
  }
  report.sheets.emplace_back(is_judged ? "judged" : "fitted", std::move(sheet));
}

}  // namespace paje::tools
