#include "query/line_editor.hpp"

#include <histedit.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace paje::tools {

namespace {

constexpr int kMostRemembered = 1000;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto ends = std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common.erase(ends.first, common.end());
  }
  return common;
}

}  // namespace

struct LineEditor::Handles {
  EditLine* editor = nullptr;
  History* history = nullptr;
  std::string history_file;
  Complete complete;
  std::string prompt;
  bool is_interrupted = false;

  static Handles& of(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Handles*>(data);
  }
  // libedit wants a pointer that may be written to.
  static char* prompt_of(EditLine* editor) { return of(editor).prompt.data(); }

  static unsigned char cancel(EditLine* editor, int /*key*/) {
    of(editor).is_interrupted = true;
    return CC_NEWLINE;
  }

  static unsigned char complete_word(EditLine* editor, int /*key*/) {
    const LineInfo* const line = el_line(editor);
    const char* begin = line->cursor;
    while (begin != line->buffer && is_word(begin[-1])) --begin;
    const std::string_view typed(begin, static_cast<std::size_t>(line->cursor - begin));
    const std::vector<std::string> words = of(editor).complete(typed);
    if (words.empty()) return CC_ERROR;
    const std::string more = common_beginning(words).substr(typed.size());
    if (!more.empty()) {
      const std::string inserted = words.size() == 1 ? more + ' ' : more;
      return el_insertstr(editor, inserted.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    if (words.size() == 1) return CC_ERROR;
    std::fputc('\n', stdout);
    for (const std::string& word : words) std::fprintf(stdout, "%s  ", word.c_str());
    std::fputc('\n', stdout);
    return CC_REDISPLAY;
  }
};

LineEditor::LineEditor(const char* program, std::string history_file, Complete complete)
    : handles_(std::make_unique<Handles>()) {
  handles_->history_file = std::move(history_file);
  handles_->complete = std::move(complete);
  handles_->editor = el_init(program, stdin, stdout, stderr);
  handles_->history = history_init();
  if (handles_->editor == nullptr || handles_->history == nullptr) {
    throw std::runtime_error("the terminal cannot be used");
  }
  EditLine* const editor = handles_->editor;
  HistEvent event;
  history(handles_->history, &event, H_SETSIZE, kMostRemembered);
  history(handles_->history, &event, H_SETUNIQUE, 1);
  if (!handles_->history_file.empty()) {
    history(handles_->history, &event, H_LOAD, handles_->history_file.c_str());
  }
  el_set(editor, EL_CLIENTDATA, handles_.get());
  el_set(editor, EL_PROMPT, &Handles::prompt_of);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, history, handles_->history);
  el_set(editor, EL_ADDFN, "complete-word", "completes the word", &Handles::complete_word);
  el_set(editor, EL_BIND, "^I", "complete-word", nullptr);
  el_set(editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  // At the prompt Ctrl-C is a key, for another thread waits for the signal.
  el_set(editor, EL_ADDFN, "cancel-line", "drops the line", &Handles::cancel);
  el_set(editor, EL_SETTY, "-d", "-isig", nullptr);
  el_set(editor, EL_BIND, "^C", "cancel-line", nullptr);
}

LineEditor::~LineEditor() {
  HistEvent event;
  if (handles_->history != nullptr) {
    if (!handles_->history_file.empty()) {
      history(handles_->history, &event, H_SAVE, handles_->history_file.c_str());
    }
    history_end(handles_->history);
  }
  if (handles_->editor != nullptr) el_end(handles_->editor);
}

std::optional<LineEditor::Line> LineEditor::read(const std::string& prompt) {
  handles_->prompt = prompt;
  handles_->is_interrupted = false;
  int count = 0;
  const char* const line = el_gets(handles_->editor, &count);
  if (handles_->is_interrupted) {
    std::fputs("^C\n", stdout);
    return Line{{}, true};
  }
  if (line == nullptr || count <= 0) return {};
  std::string text(line, static_cast<std::size_t>(count));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return Line{std::move(text), false};
}

void LineEditor::remember(const std::string& statement) {
  HistEvent event;
  history(handles_->history, &event, H_ENTER, statement.c_str());
}

}  // namespace paje::tools
