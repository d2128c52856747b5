// All tests of the window.
#include "window_fixture.hpp"

namespace paje::gui {

// Each is a class of tests.
std::unique_ptr<QObject> window_test();
std::unique_ptr<QObject> runs_test();
std::unique_ptr<QObject> dialogs_test();
std::unique_ptr<QObject> following_test();
std::unique_ptr<QObject> visible_test();
std::unique_ptr<QObject> asking_test();
std::unique_ptr<QObject> selection_test();
std::unique_ptr<QObject> keys_test();
std::unique_ptr<QObject> variables_test();
std::unique_ptr<QObject> preview_test();
std::unique_ptr<QObject> keeping_test();
std::unique_ptr<QObject> views_test();
std::unique_ptr<QObject> times_test();
std::unique_ptr<QObject> narrow_test();
std::unique_ptr<QObject> commands_test();

}  // namespace paje::gui

int main(int argc, char** argv) {
  using namespace paje::gui;
  return run_window_tests(
      argc, argv,
      {window_test(), runs_test(), dialogs_test(), following_test(), visible_test(), asking_test(),
       selection_test(), keys_test(), variables_test(), preview_test(), keeping_test(),
       views_test(), times_test(), narrow_test(), commands_test()});
}
