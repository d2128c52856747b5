// Which files databases are in, and whether they may be written: SQL reads other databases by
// ATTACH, and writes files only if the user says so.
#pragma once

#include <string>
#include <string_view>

namespace paje::tools {

/// Puts what follows between SQLite and the system: before the first database is opened. Writing is
/// allowed then.
void restrict_files();

/// Unless `allows_writes`, databases in files are opened for reading only, and none is made,
/// whatever ATTACH, VACUUM INTO or a URI asks for.
void set_file_access(bool allows_writes);

/// What a message of SQLite with that code lacks: what to do if files may not be written; else
/// empty.
std::string_view note_on_access(int sqlite_code);

/// As long as this lives, a file that the tool has open for writing is a database that can be
/// opened, whether it has a name or not. One at a time.
class OpenDatabaseFile {
 public:
  explicit OpenDatabaseFile(int file);
  OpenDatabaseFile(const OpenDatabaseFile&) = delete;
  OpenDatabaseFile& operator=(const OpenDatabaseFile&) = delete;
  ~OpenDatabaseFile();

  /// What SQLite is to open.
  [[nodiscard]] static const std::string& name();
};

}  // namespace paje::tools
