// What is thrown where the bytes of an archive cannot be what a writer wrote.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace paje::archive {

class Damage : public std::runtime_error {
 public:
  /// `byte`: where in the file; of compressed bytes, where these begin.
  Damage(uint64_t byte, std::string found, std::string expected)
      : std::runtime_error("byte " + std::to_string(byte) + ": found " + found + ", expected " +
                           expected),
        byte_(byte),
        found_(std::move(found)),
        expected_(std::move(expected)) {}

  [[nodiscard]] uint64_t byte() const { return byte_; }
  [[nodiscard]] const std::string& found() const { return found_; }
  [[nodiscard]] const std::string& expected() const { return expected_; }

 private:
  uint64_t byte_;
  std::string found_, expected_;
};

}  // namespace paje::archive
