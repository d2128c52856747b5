// A mapped file whose bytes are not there any more: cut by another program while it was read, or on
// a disk that fails. The kernel raises SIGBUS, which would end the process silently.
#pragma once

#include <string>
#include <string_view>

namespace paje::tools {

/// From now on such a file is reported on standard error, temporary files are removed and the
/// process ends with ExitCode::trouble. `tool` is to last as long as the process.
void watch_lost_pages(std::string_view tool);

/// Up to the end of its last page a file that was cut shows zeros: a tool that maps one by itself
/// names it here, with the size it has.
void watch_input_size(const std::string& path, int file);
/// Throws std::system_error if such a file has become smaller. For when it was read, or seems bad.
void check_input_sizes();

}  // namespace paje::tools
