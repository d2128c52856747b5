#include "sql/save.hpp"

#include <sys/stat.h>

#include <stdexcept>

#include "common/new_file.hpp"
#include "common/output_place.hpp"
#include "paje/visible_text.hpp"
#include "sql/file_access.hpp"
#include "sql/schema.hpp"
#include "sql/utf8_function.hpp"

namespace paje::tools {

namespace {

// Detaches, whatever happens: a shell goes on with the connection.
class Attached {
 public:
  Attached(sqlite3* database, const std::string& path) : database_(database) {
    std::string_view sql = "ATTACH ?1 AS saved";
    const Statement attach = prepare(database, sql);
    sqlite3_bind_text(attach.get(), 1, path.data(), static_cast<int>(path.size()),
                      SQLITE_TRANSIENT);
    step(database, attach.get());
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() {
    if (sqlite3_get_autocommit(database_) == 0) {
      sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
    }
    sqlite3_exec(database_, "DETACH saved", nullptr, nullptr, nullptr);
  }

 private:
  sqlite3* database_;
};

}  // namespace

void save_database(TraceDatabase& trace, const std::string& name) {
  const OutputPlace place = output_place(name);
  struct stat found {};
  if (place.file || (::stat(place.path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))) {
    // A rename would put the file in the place of a device or pipe.
    throw std::runtime_error(name + ": not a file, which a database needs");
  }
  NewFile made(place.path);
  const OpenDatabaseFile opened(made.file());
  try {
    add_utf8(trace.connection());
    {
      const Attached attached(trace.connection(), OpenDatabaseFile::name());
      // The file is thrown away if anything fails, so nothing needs to be undone in it.
      execute(trace.connection(),
              "PRAGMA saved.journal_mode = OFF; PRAGMA saved.synchronous = OFF; BEGIN;");
      execute(trace.connection(), trace.user_tables().fill(saved_tables()));
      execute(trace.connection(), "COMMIT");
    }
    const Database database = open_database(OpenDatabaseFile::name());
    execute(database.get(), "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
    execute(database.get(), trace.user_tables().fill(saved_views()));
    execute(database.get(), trace.user_tables().fill(joined_views()));
    execute(database.get(), "ANALYZE");
  } catch (const SqlError& error) {
    throw SqlError(visible(name) + ": " + error.what(), error.code());
  }
  made.commit();
}

}  // namespace paje::tools
