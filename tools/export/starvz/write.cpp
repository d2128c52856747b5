#include "export/starvz/write.hpp"

#include <filesystem>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "common/tool.hpp"
#include "export/starvz/run_tables.hpp"
#include "export/starvz/tables.hpp"
#include "paje/parquet.hpp"

namespace paje::tools {

std::vector<std::string> write_starvz(const Trace& trace, const std::string& run_folder,
                                      const std::string& folder) {
  std::vector<starvz::Frame> frames = starvz::tables_of(trace);
  starvz::RunTables of_run = starvz::run_tables(frames, run_folder);
  std::move(of_run.frames.begin(), of_run.frames.end(), std::back_inserter(frames));
  std::filesystem::create_directories(folder);
  std::vector<std::unique_ptr<OutputFile>> files;
  for (const starvz::Frame& frame : frames) {
    const auto open = [&](const char* ending) {
      const std::filesystem::path path = std::filesystem::path(folder) / (frame.name() + ending);
      OutputFile& file = *files.emplace_back(std::make_unique<OutputFile>(path.string()));
      return [&file](std::string_view bytes) { file.write(bytes); };
    };
    starvz::write_csv(frame, open(".csv"));
    write_parquet_table(frame.columns(), open(".parquet"));
  }
  for (const auto& file : files) file->commit();
  return std::move(of_run.missing);
}

}  // namespace paje::tools
