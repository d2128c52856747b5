#include "binary/produced_archive.hpp"

#include <optional>
#include <utility>

#include "binary/trace_output.hpp"
#include "common/read_report.hpp"
#include "common/tool.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"

namespace paje::tools {

void save_produced_archive(
    const std::string& tool, std::string name, const std::string& output, unsigned threads,
    const std::function<void(const std::function<void(std::string_view)>&)>& write) {
  check_archive_path(output);
  std::optional<OutputFile> file;
  ReadOptions read;
  read.threads = threads;
  ReadReport report(tool);
  report.attach(read, false);
  // Opened when the first bytes are there: the files that are read are known then.
  const auto write_out = [&](std::string_view bytes) {
    if (!file) file.emplace(output);
    file->write(bytes);
  };
  ArchiveWriter archive({.write = write_out, .restart = [&] { file.reset(); }}, std::move(name),
                        read, {.threads = threads});
  write([&](std::string_view text) { archive.write(text); });
  archive.finish();
  file->commit();
  report.print();
}

}  // namespace paje::tools
