// Lines from the terminal with editing, history and completion, by libedit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paje::tools {

class LineEditor {
 public:
  /// All words that may be where one begins with the given letters.
  using Complete = std::function<std::vector<std::string>(std::string_view beginning)>;

  /// Lines are kept in `history_file` between sessions, as far as it can be read and written.
  LineEditor(const char* program, std::string history_file, Complete complete);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  struct Line {
    std::string text;
    bool is_interrupted = false;  ///< by Ctrl-C: what was typed does not count
  };
  /// The next line without its newline; nothing at the end of the input (Ctrl-D).
  std::optional<Line> read(const std::string& prompt);
  void remember(const std::string& statement);

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace paje::tools
