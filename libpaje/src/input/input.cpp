#include "paje/input.hpp"

#include <utility>

namespace paje {

Input Input::from_path(std::filesystem::path path) {
  if (path == "-") return from_standard_input();
  Input input;
  input.kind_ = Kind::path;
  input.name_ = std::move(path).string();
  return input;
}

Input Input::from_standard_input() {
  Input input;
  input.kind_ = Kind::standard_input;
  input.name_ = "<stdin>";
  return input;
}

Input Input::from_memory(std::string_view bytes, std::string name) {
  Input input;
  input.kind_ = Kind::memory;
  input.name_ = std::move(name);
  input.bytes_ = bytes;
  return input;
}

Input Input::from_reader(std::function<ByteReader()> open, std::string name) {
  return from_memory({}, std::move(name)).delivered_by(std::move(open));
}

Input Input::delivered_by(std::function<ByteReader()> open) const {
  Input input = *this;
  input.reader_ = std::move(open);
  return input;
}

Input Input::as_binary() const {
  Input input = *this;
  input.must_be_binary_ = true;
  return input;
}

}  // namespace paje
