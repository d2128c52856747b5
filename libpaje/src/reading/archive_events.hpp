// An archive where events are wanted: they are made of its objects.
#pragma once

#include <string>

#include "archive/stored_archive.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

/// The archive that the input is; nothing if it is none. Calls options.on_file.
std::optional<StoredArchive> archive_of(const Input& input, const ReadOptions& options);

/// The text of a trace with the same objects, with user-defined fields. Takes memory for all of it.
class ArchiveEvents {
 public:
  ArchiveEvents(const StoredArchive& stored, const ReadOptions& options);
  [[nodiscard]] Input input() const;

 private:
  std::string name_;
  std::string text_;
};

}  // namespace paje
