#include "simulate/trace_output.hpp"

#include "binary/trace_output.hpp"
#include "common/tool.hpp"

namespace paje::tools {

void write_trace_file(const std::string& path, unsigned threads,
                      const std::function<void(TraceWriter&)>& write) {
  const auto write_to = [&](const std::function<void(std::string_view)>& sink) {
    TraceWriter writer(sink, {.encoding = Encoding::text, .checks_links = false});
    write(writer);
  };
  if (!path.ends_with(".pja")) {
    OutputFile file(path);
    write_to([&](std::string_view bytes) { file.write(bytes); });
    return file.commit();
  }
  check_archive_path(path);
  std::string text;
  write_to([&](std::string_view bytes) { text += bytes; });
  ReadOptions read;
  read.keep_user_fields = true;
  read.threads = threads;
  save_trace(paje::read_trace(Input::from_memory(text), read), {.path = path, .threads = threads});
}

}  // namespace paje::tools
