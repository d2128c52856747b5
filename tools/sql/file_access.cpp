#include "sql/file_access.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

// SQLite's own way to the system, and ours before it. One for the process, as SQLite's are.
struct Access {
  sqlite3_vfs* system = nullptr;
  sqlite3_vfs ours{};
  bool allows_writes = true;
  int open_file = -1;  // of OpenDatabaseFile
};

Access& access_to_files() {
  static Access access;
  return access;
}

// A file that is open already, as SQLite sees it. Nobody else has it, so locks mean nothing.
struct OpenedFile {
  sqlite3_file base;
  int file;
};

int file_of(sqlite3_file* opened) { return reinterpret_cast<OpenedFile*>(opened)->file; }

int read_open(sqlite3_file* opened, void* bytes, int size, sqlite3_int64 at) {
  auto* to = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::pread(file_of(opened), to, static_cast<std::size_t>(size), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SQLITE_IOERR_READ;
    if (count == 0) break;
    to += count;
    at += count;
    size -= static_cast<int>(count);
  }
  std::memset(to, 0, static_cast<std::size_t>(size));
  return size == 0 ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int write_open(sqlite3_file* opened, const void* bytes, int size, sqlite3_int64 at) {
  const auto* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::pwrite(file_of(opened), from, static_cast<std::size_t>(size), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    from += count;
    at += count;
    size -= static_cast<int>(count);
  }
  return SQLITE_OK;
}

int truncate_open(sqlite3_file* opened, sqlite3_int64 size) {
  return ::ftruncate(file_of(opened), size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int size_of_open(sqlite3_file* opened, sqlite3_int64* size) {
  struct stat status {};
  if (::fstat(file_of(opened), &status) != 0) return SQLITE_IOERR_FSTAT;
  *size = status.st_size;
  return SQLITE_OK;
}

const sqlite3_io_methods& methods_of_open() {
  static const sqlite3_io_methods methods = [] {
    sqlite3_io_methods m{};
    m.iVersion = 1;
    m.xClose = [](sqlite3_file*) { return SQLITE_OK; };  // closed by its opener
    m.xRead = read_open;
    m.xWrite = write_open;
    m.xTruncate = truncate_open;
    m.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
    m.xFileSize = size_of_open;
    m.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
    m.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
    m.xCheckReservedLock = [](sqlite3_file*, int* is_locked) {
      *is_locked = 0;
      return SQLITE_OK;
    };
    m.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
    m.xSectorSize = [](sqlite3_file*) { return 0; };
    m.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
    return m;
  }();
  return methods;
}

bool is_open_file(const char* name) {
  return name != nullptr && access_to_files().open_file >= 0 && OpenDatabaseFile::name() == name;
}

bool is_there(const std::string& name) { return ::access(name.c_str(), F_OK) == 0; }

// Whether a database keeps changes in a file next to it, which is not there because it has none.
bool has_empty_log(const std::string& name, sqlite3_file* opened) {
  constexpr sqlite3_int64 kVersionToRead = 19;  // where the format has it; 2: with such a file
  char version = 0;
  const int code = opened->pMethods->xRead(opened, &version, 1, kVersionToRead);
  return code == SQLITE_OK && version == 2 && !is_there(name + "-wal");
}

// To read such a database SQLite makes that file, unless nobody changes the database.
void mark_unchanging(sqlite3_file* opened) {
  static const sqlite3_io_methods* const system = opened->pMethods;
  static const sqlite3_io_methods methods = [] {
    sqlite3_io_methods m = *system;
    m.xDeviceCharacteristics = [](sqlite3_file* file) {
      return system->xDeviceCharacteristics(file) | SQLITE_IOCAP_IMMUTABLE;
    };
    return m;
  }();
  if (opened->pMethods == system) opened->pMethods = &methods;
}

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* opened, int flags, int* flags_used) {
  Access& access = access_to_files();
  if (is_open_file(name)) {
    new (opened) OpenedFile{{&methods_of_open()}, access.open_file};
    if (flags_used != nullptr) *flags_used = flags;
    return SQLITE_OK;
  }
  // Files without a name are SQLite's own, for sorting, and are gone at their end.
  const bool only_reads = !access.allows_writes && name != nullptr;
  if (only_reads) {
    flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    flags |= SQLITE_OPEN_READONLY;
  }
  const int code = access.system->xOpen(access.system, name, opened, flags, flags_used);
  const bool is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (only_reads && is_database && code == SQLITE_OK && has_empty_log(name, opened)) {
    mark_unchanging(opened);
  }
  return code;
}

int delete_file(sqlite3_vfs*, const char* name, int is_synchronous) {
  const Access& access = access_to_files();
  if (!access.allows_writes) return SQLITE_IOERR_DELETE;
  return access.system->xDelete(access.system, name, is_synchronous);
}

int full_name(sqlite3_vfs*, const char* name, int size, char* full) {
  const Access& access = access_to_files();
  if (!is_open_file(name)) return access.system->xFullPathname(access.system, name, size, full);
  const std::size_t length = std::strlen(name);
  if (length >= static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
  std::memcpy(full, name, length + 1);
  return SQLITE_OK;
}

// Before the system's own, because a URI could name another of these.
void install(Access& access) {
  sqlite3_initialize();
  access.system = sqlite3_vfs_find(nullptr);
  if (access.system == nullptr) fail(nullptr, SQLITE_ERROR);
  access.ours = *access.system;
  access.ours.zName = "paje";
  access.ours.pNext = nullptr;
  access.ours.szOsFile = std::max(access.system->szOsFile, static_cast<int>(sizeof(OpenedFile)));
  access.ours.xOpen = open_file;
  access.ours.xDelete = delete_file;
  access.ours.xFullPathname = full_name;
  for (sqlite3_vfs* vfs = access.system; vfs != nullptr;) {
    sqlite3_vfs* const next = vfs->pNext;
    if (std::strcmp(vfs->zName, "memdb") != 0) sqlite3_vfs_unregister(vfs);
    vfs = next;
  }
  if (sqlite3_vfs_register(&access.ours, 1) != SQLITE_OK) fail(nullptr, SQLITE_NOMEM);
}

}  // namespace

void restrict_files() {
  Access& access = access_to_files();
  if (access.system == nullptr) install(access);
}

void set_file_access(bool allows_writes) { access_to_files().allows_writes = allows_writes; }

std::string_view note_on_access(int sqlite_code) {
  constexpr int kPrimary = 0xFF;
  const int code = sqlite_code & kPrimary;
  const bool is_of_access = code == SQLITE_READONLY || code == SQLITE_CANTOPEN;
  if (!is_of_access || access_to_files().allows_writes) return {};
  return " (SQL makes and changes files only with --allow-writes)";
}

OpenDatabaseFile::OpenDatabaseFile(int file) { access_to_files().open_file = file; }

OpenDatabaseFile::~OpenDatabaseFile() { access_to_files().open_file = -1; }

const std::string& OpenDatabaseFile::name() {
  static const std::string name = "/the file that paje has open";
  return name;
}

}  // namespace paje::tools
