// The consumer as a library for ctypes.
#include <exception>
#include <string>

#include "consumer.hpp"

// The values as JSON, or `{"broken": ...}`; valid until the next call.
extern "C" __attribute__((visibility("default"))) const char* paje_consume(
    ArrowArrayStream* stream) {
  static std::string text;
  try {
    text = paje::test::consume(stream).dump();
  } catch (const std::exception& error) {
    text = nlohmann::json{{"broken", error.what()}}.dump();
  }
  return text.c_str();
}
