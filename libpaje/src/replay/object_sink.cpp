#include "replay/object_sink.hpp"

namespace paje {

void VisitorRecipient::take(std::span<History* const> histories, const Hierarchy& hierarchy,
                            Parallel&) {
  for (History* history : histories) history->hand_over(hierarchy, visitor_);
}

void VisitorRecipient::take_container(const Container& container, const Type& type,
                                      const Container* parent, ObjectVisitor::Fields user_fields) {
  visitor_.on_container(container, type, parent, user_fields);
}

void TableRecipient::take(std::span<History* const> histories, const Hierarchy& hierarchy,
                          Parallel& parallel) {
  containers_.flush();  // rows stand before those that come now
  parallel.ordered(
      histories.size(),
      [&](std::size_t i) {
        std::string text;
        TableVisitor rows(options_, [&text](std::string_view piece) { text += piece; });
        histories[i]->hand_over(hierarchy, rows);
        rows.flush();
        return text;
      },
      [&](const std::string& text) {
        if (!text.empty()) sink_(text);
      });
}

void TableRecipient::take_container(const Container& container, const Type& type,
                                    const Container* parent, ObjectVisitor::Fields user_fields) {
  containers_.on_container(container, type, parent, user_fields);
}

}  // namespace paje
