// An archive that is open: its bytes, and what its index says.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "archive/name_tables.hpp"
#include "formats/archive/field_facts.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/index.hpp"
#include "formats/archive/levels.hpp"
#include "formats/archive/sums.hpp"
#include "paje/diagnostic.hpp"
#include "paje/event.hpp"
#include "paje/input.hpp"

namespace paje {

class StoredArchive {
 public:
  /// What of a file is read. Of its index alone: blocks then are read when they are asked for.
  enum class Bytes : uint8_t { mapped, copied, of_index };

  /// The bytes of an input that begins as an archive does; nothing if it does not, or if it is a
  /// pipe. Throws std::system_error.
  static std::optional<StoredArchive> open(const Input& input, Bytes of_file);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] const archive::File& file() const { return *file_; }

  [[nodiscard]] NameTables read_names() const;
  /// `definitions`: how many event definitions the trace has.
  [[nodiscard]] archive::Index read_index(uint64_t definitions) const;
  /// The sums that the archive has, each of a track of states and of all its rows.
  [[nodiscard]] std::vector<archive::TrackSums> read_sums(const archive::Index& index,
                                                          std::size_t values) const;
  /// What rows look like from afar; nothing if the archive does not say.
  [[nodiscard]] std::optional<archive::Levels> read_levels(const archive::Index& index,
                                                           std::size_t values) const;
  /// Of each kind's user-defined fields; nothing if the archive does not say.
  [[nodiscard]] std::optional<archive::AllFieldFacts> read_field_facts(
      std::span<const EventDefinition> definitions) const;
  /// The pieces of a block. `bytes` holds them where they are not in memory anyway.
  [[nodiscard]] archive::PieceReader pieces(const archive::BlockEntry& block,
                                            archive::Unpacker& unpacker, std::string& bytes) const;

  /// Damage as a problem of this file.
  [[nodiscard]] Diagnostic diagnostic_of(const archive::Damage& damage) const;

  /// Calls `read()`; archive::Damage becomes a TraceError about this file.
  template <class Read>
  decltype(auto) guard(Read&& read) const {
    try {
      return read();
    } catch (const archive::Damage& damage) {
      throw TraceError(diagnostic_of(damage));
    }
  }

 private:
  class OpenFile;

  StoredArchive(std::string name, std::shared_ptr<const void> owner, std::string_view bytes);

  std::string name_;
  std::shared_ptr<const void> owner_;
  std::shared_ptr<const OpenFile> blocks_;  // that are in a file only; null: none are
  std::string_view bytes_;
  std::shared_ptr<const archive::File> file_;
};

}  // namespace paje
