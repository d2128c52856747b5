// The links that last longer than a millisecond, or longer than SECONDS, as the trace is read:
// long_links TRACE [SECONDS]. Memory does not grow with the trace.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include <paje/read.hpp>

namespace {

class LongLinks : public paje::ObjectVisitor {
 public:
  explicit LongLinks(double limit) : limit_(limit) {}

  void on_link(const Place&, const Link& link) override {
    if (link.end - link.start <= limit_) return;
    const std::string from(link.start_container.name.text);
    const std::string to(link.end_container.name.text);
    std::printf("%.6f %.6f %s -> %s\n", link.start, link.end - link.start, from.c_str(),
                to.c_str());
  }

 private:
  double limit_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  try {
    LongLinks links(argc == 3 ? std::strtod(argv[2], nullptr) : 0.001);
    paje::stream_objects(paje::Input::from_path(argv[1]), links);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
