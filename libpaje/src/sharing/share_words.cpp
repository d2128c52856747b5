#include "sharing/share_words.hpp"

#include "sharing/messages.hpp"
#include "trace/trace_editor.hpp"
#include "trace/user_words.hpp"

namespace paje {

void share_word_facts(Trace& trace, TypeKind kind, Exchange& exchange) {
  std::string message;
  std::vector<UserWordFacts> all = facts_of_words(trace, kind);
  for (const UserWordFacts& facts : all) put(message, facts);
  const auto gathered = exchange.all_gather(std::move(message));
  for (uint32_t rank = 0; rank < gathered.size(); ++rank) {
    if (rank == exchange.rank()) continue;
    MessageReader from = read_message(gathered[rank]);
    for (UserWordFacts& facts : all) facts.add(from.number<UserWordFacts>());
  }
  TraceEditor::data_of(trace).facts_of_all[static_cast<std::size_t>(kind)] = std::move(all);
}

bool any_of_all(bool mine, Exchange& exchange) { return exchange.sum({mine ? 1U : 0U})[0] != 0; }

}  // namespace paje
