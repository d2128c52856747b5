#include "common/cli.hpp"

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/help_text.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// An empty word names nothing. CLI 2.1 takes it for the name of an option group, which has none,
// and never comes to an end. For `--output=` it goes on to the next word, and so would make the
// trace the output.
void refuse_empty_words(int argc, char** argv) {
  bool are_options = true;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.empty()) throw CLI::ValidationError("an argument is empty");
    are_options = are_options && word != "--";
    if (are_options && word.starts_with("--") && word.find('=') == word.size() - 1) {
      throw CLI::ValidationError(std::string(word.substr(0, word.size() - 1)),
                                 "there is nothing after the equals sign");
    }
  }
}

// What CLI11 says of a word that it cannot convert, in the form of our own checks. Options that are
// not whole numbers have such checks, which come first.
std::string message_of(const CLI::App& app, const CLI::ParseError& error) {
  constexpr std::string_view kBegin = "Could not convert: ", kBetween = " = ";
  const std::string message = error.what();
  const std::size_t between = message.find(kBetween);
  if (!message.starts_with(kBegin) || between == std::string::npos) return message;
  const std::string name = message.substr(kBegin.size(), between - kBegin.size());
  const CLI::Option* const option = app.get_option_no_throw(name);
  if (option == nullptr) return message;
  if (option->get_items_expected_max() == 0) return name + ": takes no value";
  const std::string word = message.substr(between + kBetween.size());
  return name + ": expected a whole number, found '" + word + "'";
}

int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() != 0) {
    const std::string& tool = app.get_name();
    say("{}: {}\nTry '{} --help'.\n", tool, one_line(message_of(app, error)), tool);
    return static_cast<int>(ExitCode::trouble);
  }
  std::ostringstream text;
  app.exit(error, text, text);
  OutputFile output("-");
  output.write(text.str());
  output.commit();
  return static_cast<int>(ExitCode::done);
}

}  // namespace

std::optional<int> parse_options(CLI::App& app, int argc, char** argv,
                                 const std::function<void()>& check) {
  try {
    refuse_empty_words(argc, argv);
    app.formatter(std::make_shared<HelpText>());
    app.parse(argc, argv);
    check();
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  }
  return {};
}

CLI::Validator not_negative() {
  return {[](const std::string& word) {
            return word.starts_with('-') ? "expected a number from 0 on, found " + word : "";
          },
          ""};
}

CLI::Option* add_words(CLI::App& app, const std::string& name, const std::string& type,
                       const std::string& help,
                       const std::function<void(const std::string&)>& take) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [take, name](const std::vector<std::string>& words) {
            for (const std::string& word : words) {
              try {
                take(word);
              } catch (const std::invalid_argument& error) {
                throw CLI::ValidationError(name, error.what());
              }
            }
          },
          help)
      ->type_name(type)
      ->allow_extra_args(false);
}

}  // namespace paje::tools
