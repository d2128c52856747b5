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
#include "paje/diagnostic.hpp"

namespace paje::exchange {

/// What a message about damaged events ends with.
inline constexpr std::string_view kLenientHelp = " (--lenient keeps what can be read)";

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
  /// A reader of the library with some of the locations. Different ones can be used on several
  /// threads at once: they share nothing.
  struct Part {
    OTF2_Reader* reader;
    std::vector<OTF2_LocationRef> locations;
  };
  /// Deals the locations out to that many readers, selected there, and gives those that come to
  /// an early end a reader each. To be called once.
  std::vector<Part> deal(const std::vector<OTF2_LocationRef>& locations, std::size_t parts,
                         const std::vector<OTF2_LocationRef>& damaged);
  /// Has the library apply what single locations say of their numbers and clocks. Call it before
  /// events are read.
  void read_local_definitions(const std::vector<Part>& parts, bool is_lenient,
                              Losses& losses) const;
  /// Of their files; 0 if these are not known.
  [[nodiscard]] uint64_t bytes_of_events(const std::vector<OTF2_LocationRef>& locations) const;
  /// Its file of events, or the archive's if its files are not known.
  [[nodiscard]] std::string events_file(OTF2_LocationRef location) const {
    return base_.empty() ? path_ : location_file(location, "evt");
  }
  /// Markers, snapshots, ...: counts what is there besides events.
  void count_rest(Losses& losses);

  /// Throws TraceError unless the code is that of success.
  void check(OTF2_ErrorCode code) const;
  [[noreturn]] void fail(std::string_view found) const { throw error(found); }
  /// The same for a location's file of events.
  [[noreturn]] void fail_in(OTF2_LocationRef location, std::string_view found) const {
    throw error_in(location, found);
  }
  /// What these throw.
  [[nodiscard]] TraceError error(std::string_view found) const;
  [[nodiscard]] TraceError error_in(OTF2_LocationRef location, std::string_view found) const;
  /// What the library said of its trouble, or would say of that code; `aside` is what it said on
  /// another thread.
  [[nodiscard]] std::string trouble(OTF2_ErrorCode code, const std::string& aside = {}) const;

  struct Closer {
    void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
  };
  using Reader = std::unique_ptr<OTF2_Reader, Closer>;
  /// Another reader of the library.
  [[nodiscard]] Reader open_reader() const;

  /// While one lives, what the library says of its trouble on this thread is kept here instead:
  /// of a thread that reads aside.
  class TroubleAside {
   public:
    TroubleAside();
    TroubleAside(const TroubleAside&) = delete;
    TroubleAside& operator=(const TroubleAside&) = delete;
    ~TroubleAside();
    [[nodiscard]] const std::string& text() const { return text_; }

   private:
    std::string text_;
    std::string* before_;
  };

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

  void read_local_definitions(const Part& part, bool is_lenient, Losses& losses) const;
  [[nodiscard]] std::string location_file(OTF2_LocationRef location, const char* extension) const;

  std::string path_;
  std::string base_;  // without `.otf2`; empty if the files are elsewhere
  ErrorText error_;
  Reader reader_;
  std::vector<Reader> others_;
};

}  // namespace paje::exchange
