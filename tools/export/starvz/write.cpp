#include "export/starvz/write.hpp"

#include <filesystem>
#include <memory>
#include <vector>

#include "common/tool.hpp"
#include "export/starvz/tables.hpp"
#include "paje/parquet.hpp"

namespace paje::tools {

void write_starvz(const Trace& trace, const std::string& folder) {
  const std::vector<starvz::Frame> frames = starvz::tables_of(trace);
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
}

}  // namespace paje::tools
