#include "record/record_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace paje::tools {

namespace {

int64_t from_zigzag(uint64_t number) {
  return static_cast<int64_t>(number >> 1U) ^ -static_cast<int64_t>(number & 1U);
}

}  // namespace

RecordFile::RecordFile(std::string path) : path_(std::move(path)) {
  const auto fail = [this] { throw std::system_error(errno, std::generic_category(), path_); };
  const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) fail();
  size_ = static_cast<std::size_t>(status.st_size);
  void* mapped = MAP_FAILED;
  if (size_ > 0) mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (size_ < REC_HEADER_BYTES) throw std::runtime_error(path_ + ": not a recording");
  if (mapped == MAP_FAILED) throw std::system_error(error, std::generic_category(), path_);
  bytes_ = {static_cast<const unsigned char*>(mapped), [size = size_](const unsigned char* bytes) {
              ::munmap(const_cast<unsigned char*>(bytes), size);  // NOLINT
            }};
  std::memcpy(&header_, bytes_.get(), sizeof header_);
  if (std::memcmp(header_.magic, REC_MAGIC, sizeof header_.magic) != 0) {
    throw std::runtime_error(path_ + ": not a recording, or one of another version");
  }
  rewind();
}

std::string RecordFile::host() const {
  return {header_.host, ::strnlen(header_.host, sizeof header_.host)};
}

void RecordFile::rewind() {
  at_ = REC_HEADER_BYTES;
  last_time_ = header_.start;
  last_serial_ = 0;
}

bool RecordFile::next(Record& record) {
  if (is_damaged_ && at_ >= size_) return false;
  if (read(record)) return true;
  if (record.kind != REC_END) is_damaged_ = true;
  size_ = at_;
  return false;
}

bool RecordFile::number(uint64_t& result) {
  result = 0;
  for (unsigned shift = 0; shift < 64 && at_ < size_; shift += 7) {
    const uint64_t byte = bytes_.get()[at_++];
    result |= (byte & 127U) << shift;
    if (byte < 128) return true;
  }
  return false;
}

bool RecordFile::text(Record& record) {
  uint64_t length = 0;
  if (!number(record.number) || !number(length) || length > size_ - at_) return false;
  record.text = {reinterpret_cast<const char*>(bytes_.get()) + at_,  // NOLINT
                 static_cast<std::size_t>(length)};
  at_ += static_cast<std::size_t>(length);
  return true;
}

bool RecordFile::time(Record& record) {
  uint64_t since = 0;
  if (!number(since)) return false;
  record.start = record.end = last_time_ + since;
  last_time_ = record.end;
  return true;
}

bool RecordFile::call(Record& record, std::size_t count) {
  uint64_t since = 0, duration = 0;
  if (!number(record.number) || !number(since) || !number(duration)) return false;
  record.start = last_time_ + since;
  record.end = record.start + duration;
  for (std::size_t i = 0; i < count; ++i) {
    if (!number(record.rest[i])) return false;
  }
  last_time_ = record.end;
  return true;
}

bool RecordFile::message(Record& record, std::size_t count) {
  uint64_t since = 0;
  if (!number(since)) return false;
  record.serial = last_serial_ += static_cast<uint64_t>(from_zigzag(since));
  for (std::size_t i = 0; i < count; ++i) {
    if (!number(record.rest[i])) return false;
  }
  return true;
}

bool RecordFile::communicator(Record& record) {
  uint64_t is_inter = 0;
  if (!number(record.number) || !number(is_inter) || is_inter > 1) return false;
  record.groups.assign(is_inter + 1, {});
  for (std::vector<int64_t>& group : record.groups) {
    uint64_t count = 0, word = 0;
    if (!number(count) || count > size_ - at_) return false;
    int64_t rank = 0;
    for (uint64_t i = 0; i < count; ++i) {
      if (!number(word)) return false;
      group.push_back(rank += from_zigzag(word));
    }
  }
  return true;
}

bool RecordFile::skip_window() {
  const std::size_t window = (at_ - REC_HEADER_BYTES) / REC_WINDOW_BYTES + 1;
  at_ = std::min(size_, REC_HEADER_BYTES + window * REC_WINDOW_BYTES);
  return true;
}

bool RecordFile::read(Record& record) {
  record = {};
  if (at_ >= size_) return false;
  const unsigned kind = bytes_.get()[at_];
  if (kind == REC_END) return false;
  ++at_;
  if (kind > REC_COMMUNICATOR_NAME) {
    record.kind = REC_COMMUNICATOR_NAME;
    return false;
  }
  record.kind = static_cast<rec_kind>(kind);
  switch (record.kind) {
    case REC_SKIP:
      --at_;
      skip_window();
      return at_ < size_ && read(record);
    case REC_CALL_NAME:
    case REC_NAME:
    case REC_COMMUNICATOR_NAME:
      return text(record);
    case REC_CALL:
      return call(record, 0);
    case REC_CALL_ON:
      return call(record, 1);
    case REC_COLLECTIVE:
      return call(record, 4);
    case REC_SEND:
    case REC_RECEIVE:
    case REC_POST:
      return message(record, 4);
    case REC_DONE:
      return message(record, 3);
    case REC_CANCELLED:
      return message(record, 0);
    case REC_PROBE:
      return number(record.rest[0]) && number(record.rest[1]) && number(record.rest[2]);
    case REC_ENTER:
      return time(record) && number(record.number);
    case REC_LEAVE:
      return time(record);
    case REC_VALUE:
      if (!time(record) || !number(record.number) || sizeof record.value > size_ - at_)
        return false;
      std::memcpy(&record.value, bytes_.get() + at_, sizeof record.value);
      at_ += sizeof record.value;
      return true;
    case REC_COMMUNICATOR:
      return communicator(record);
    default:
      return false;
  }
}

}  // namespace paje::tools
