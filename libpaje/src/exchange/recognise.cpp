#include "exchange/recognise.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "exchange/detect_format.hpp"
#include "exchange/ti/files.hpp"
#include "exchange/unread_format.hpp"
#include "input/byte_stream.hpp"

namespace paje::exchange {

namespace {

// A stream that can be read once, and from its beginning again.
struct Rewound {
  std::unique_ptr<ByteStream> stream;
  std::string begin;      // what was read to look at it
  std::size_t given = 0;  // of that, anew

  std::size_t read(char* bytes, std::size_t size) {
    const std::size_t count = std::min(size, begin.size() - given);
    std::copy_n(begin.data() + given, count, bytes);
    given += count;
    if (count == size) return count;
    if (!begin.empty()) begin = std::string(), given = 0;
    return count + stream->read(bytes + count, size - count);
  }
};

// Keeps what is read of it.
class KeptStream final : public ByteStream {
 public:
  explicit KeptStream(std::shared_ptr<Rewound> rewound) : rewound_(std::move(rewound)) {}
  std::size_t read(char* bytes, std::size_t size) override {
    // The beginning is looked at: a compressed one need not be read far.
    const std::size_t count = rewound_->stream->read(bytes, std::min(size, kBytesToDetect));
    rewound_->begin.append(bytes, count);
    return count;
  }
  [[nodiscard]] uint64_t consumed() const override { return rewound_->begin.size(); }

 private:
  std::shared_ptr<Rewound> rewound_;
};

std::string begin_of(const std::string& name, std::unique_ptr<ByteStream> stream) {
  std::string begin(kBytesToDetect, '\0');
  try {
    const auto plain = decompressed(name, std::move(stream));
    begin.resize(plain->read(begin.data(), begin.size()));
  } catch (const TraceError&) {
    begin.clear();
  }
  return begin;
}

bool is_regular(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

Recognised recognise(const Input& input, std::stop_token stop) {
  Recognised result{input, std::nullopt, {}};
  if (input.must_be_binary()) return result;
  const bool is_path = !input.reader() && input.kind() == Input::Kind::path;
  if (is_path) result.format = format_of_folder(input.name());
  if (result.format) return result;
  const bool is_memory = !input.reader() && input.kind() == Input::Kind::memory;
  if (is_memory || (is_path && is_regular(input.name()))) {
    try {
      result.begin = begin_of(input.name(), raw_stream(input));
    } catch (const std::system_error&) {
      return result;  // reading it says so again
    }
  } else {
    // What fails here is lost for later.
    const auto rewound = std::make_shared<Rewound>();
    rewound->stream = raw_stream(input, std::move(stop));
    result.begin = begin_of(input.name(), std::make_unique<KeptStream>(rewound));
    result.input = input.delivered_by([rewound] {
      return [rewound](char* bytes, std::size_t size) { return rewound->read(bytes, size); };
    });
  }
  if (auto unread = unread_format(input.name(), result.begin)) throw *std::move(unread);
  result.format = format_of_bytes(result.begin);
  // An index has nothing but names of files.
  if (!result.format && is_path && !ti_files(input.name()).empty()) result.format = OtherFormat::ti;
  if (!result.format) {
    if (auto almost = almost_other_format(input.name(), result.begin)) throw *std::move(almost);
  }
  return result;
}

}  // namespace paje::exchange
