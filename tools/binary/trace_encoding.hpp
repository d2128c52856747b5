// A trace of text as records of either encoding, compressed or not.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/encoder.hpp"
#include "formats/seekable_zstd.hpp"
#include "paje/read.hpp"

namespace paje::tools {

enum class Method : uint8_t { standard, reference };

struct EncodingOptions {
  Method method = Method::reference;
  std::optional<int> zstd_level;  ///< uncompressed if there is none
  unsigned threads = 0;
};

/// What was written.
struct EncodingCounts {
  uint64_t definitions = 0;
  uint64_t events = 0;
  uint64_t strings = 0;             ///< of the table; 0 for the standard encoding
  uint64_t uncompressed_bytes = 0;  ///< of the records
  uint64_t file_bytes = 0;          ///< compressed, if they are

  /// The opening and closing one among them.
  [[nodiscard]] uint64_t records() const { return definitions + events + strings + 2; }
};

/// Writes what a visit of a trace brings. Memory grows with definitions and different words only.
class TraceEncoding final : public EventVisitor {
 public:
  using Output = std::function<void(std::string_view)>;

  /// `input` is the trace's name, for messages; what `output` throws passes through.
  TraceEncoding(std::string input, const EncodingOptions& options, Output output);

  /// Throw BadTrace for what no record can hold.
  void on_definition(const EventDefinition& definition) override;
  void on_event(const Event& event) override;
  /// Writes what is left and the end of the file. To be called once, last.
  void finish();
  [[nodiscard]] EncodingCounts counts() const;

 private:
  void write_records();

  std::string input_;
  Output output_;
  std::unique_ptr<rastro::Encoder> encoder_;
  std::optional<zstd::FrameWriter> frames_;
  std::string records_;  // not yet written
  uint64_t line_ = 0;    // of the last event
  uint64_t events_ = 0;
  uint64_t uncompressed_bytes_ = 0;
  uint64_t file_bytes_ = 0;
};

}  // namespace paje::tools
