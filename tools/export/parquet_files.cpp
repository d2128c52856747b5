#include "export/parquet_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

// A part that this trace has not would stay, and count as one of it.
void refuse_old_parts(const std::string& folder, bool has_parts) {
  for (const std::string kind : {"states", "variables", "events", "links"}) {
    std::error_code none;
    const std::filesystem::path parts = std::filesystem::path(folder) / kind;
    const std::filesystem::path whole = std::filesystem::path(folder) / (kind + ".parquet");
    const bool has_whole = has_parts && std::filesystem::exists(whole, none);
    if (!has_whole && !std::filesystem::exists(parts, none)) continue;
    const std::filesystem::path& path = has_whole ? whole : parts;
    throw std::runtime_error(
        fmt::format("{}: is there already, and parts of both traces would mix: name another folder",
                    visible(path.string())));
  }
}

void write_parquet_files(const Trace& trace, const ParquetOptions& options,
                         const std::string& folder) {
  const bool has_parts = options.partition != ParquetPartition::none;
  refuse_old_parts(folder, has_parts);
  std::vector<std::unique_ptr<OutputFile>> files;
  const auto commit = [&] {
    for (const auto& file : files) file->commit();
    files.clear();
  };
  write_parquet(trace, options, [&](const std::string& name) {
    if (has_parts) commit();
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::filesystem::create_directories(path.parent_path());
    OutputFile& file = *files.emplace_back(std::make_unique<OutputFile>(path.string()));
    return [&file](std::string_view bytes) { file.write(bytes); };
  });
  commit();
}

}  // namespace paje::tools
