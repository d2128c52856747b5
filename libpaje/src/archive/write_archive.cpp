#include "archive/archive_maker.hpp"
#include "trace/trace_access.hpp"

namespace paje {

ArchiveSizes write_archive(const Trace& trace, const ArchiveOptions& options,
                           const std::function<void(std::string_view)>& sink) {
  const TraceData& data = TraceAccess::data(trace);
  ArchiveMaker maker(options, sink);
  ThreadPool parallel(options.threads);
  maker.add_rows(data, parallel);
  return maker.finish(data);
}

bool is_archive(std::string_view first_bytes) { return archive::is_archive(first_bytes); }

}  // namespace paje
