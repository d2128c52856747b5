// The files of an OTF2 archive: which there are, and the library's reader of them.
#pragma once

#include <otf2/otf2.h>

#include <cstdarg>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/losses.hpp"
#include "exchange/otf2/definitions.hpp"

namespace paje::exchange {

class Otf2Archive {
 public:
  /// `path` is a file NAME.otf2, or the folder of one. Throws std::system_error if it, or its
  /// global definitions, cannot be opened; TraceError if it is not an archive.
  explicit Otf2Archive(const std::string& path);

  void read_definitions(Otf2Definitions& definitions);
  /// Those whose file of events is there; counts the others. Throws std::system_error if no such
  /// file is there at all.
  std::vector<OTF2_LocationRef> locations_to_read(const Otf2Definitions& definitions,
                                                  Losses& losses) const;
  /// Has the library apply what single locations say of their numbers and clocks. Call it before
  /// events are read.
  void read_local_definitions(const std::vector<OTF2_LocationRef>& locations, bool is_lenient,
                              Losses& losses);
  /// Of their files; 0 if these are not known.
  [[nodiscard]] uint64_t bytes_of_events(const std::vector<OTF2_LocationRef>& locations) const;
  /// Markers, snapshots, ...: counts what is there besides events.
  void count_rest(Losses& losses);

  [[nodiscard]] OTF2_Reader* reader() const { return reader_.get(); }
  /// Throws TraceError unless the code is that of success.
  void check(OTF2_ErrorCode code) const;
  [[noreturn]] void fail(std::string_view found) const;
  /// What the library said of its trouble, or would say of that code.
  [[nodiscard]] std::string trouble(OTF2_ErrorCode code) const;

 private:
  // Keeps what the library says of its trouble; it comes before the code that its functions return.
  class ErrorText {
   public:
    ErrorText();
    ErrorText(const ErrorText&) = delete;
    ErrorText& operator=(const ErrorText&) = delete;
    ~ErrorText();
    [[nodiscard]] const std::string& text() const { return text_; }

   private:
    static OTF2_ErrorCode keep(void* data, const char* file, uint64_t line, const char* function,
                               OTF2_ErrorCode code, const char* format, va_list arguments);
    std::string text_;
    OTF2_ErrorCallback before_;
  };
  struct Closer {
    void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
  };

  [[nodiscard]] std::string location_file(OTF2_LocationRef location, const char* extension) const;

  std::string path_;
  std::string base_;  // without `.otf2`; empty if the files are elsewhere
  ErrorText error_;
  std::unique_ptr<OTF2_Reader, Closer> reader_;
};

}  // namespace paje::exchange
