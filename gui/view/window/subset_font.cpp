// Numbers of tables and formats are those of the OpenType specification, 1.9.
#include "view/window/subset_font.hpp"

#include <QMap>
#include <QtEndian>
#include <algorithm>
#include <vector>

namespace paje::gui {

namespace {

// Reading beyond the end gives 0: fonts come from anywhere.
uint32_t number_at(const QByteArray& bytes, qsizetype at, int size) {
  if (at < 0 || at + size > bytes.size()) return 0;
  const auto* const from = reinterpret_cast<const uchar*>(bytes.constData()) + at;
  return size == 2 ? qFromBigEndian<quint16>(from) : qFromBigEndian<quint32>(from);
}
void put16(QByteArray& to, uint32_t number) {
  to.append(static_cast<char>(number >> 8U)).append(static_cast<char>(number));
}
void put32(QByteArray& to, uint32_t number) {
  put16(to, number >> 16U);
  put16(to, number & 0xFFFFU);
}
void set16(QByteArray& in, qsizetype at, uint32_t number) {
  if (at + 2 > in.size()) return;
  in[at] = static_cast<char>(number >> 8U);
  in[at + 1] = static_cast<char>(number);
}
void set32(QByteArray& in, qsizetype at, uint32_t number) {
  set16(in, at, number >> 16U);
  set16(in, at + 2, number & 0xFFFFU);
}
void pad(QByteArray& bytes) { bytes.append((4 - bytes.size() % 4) % 4, '\0'); }

// Of a composite glyph: where the number of each of its components is, and its end.
template <class Visit>
qsizetype for_each_component(const QByteArray& glyph, Visit&& visit) {
  constexpr uint32_t kWords = 1, kScale = 8, kMore = 0x20, kTwoScales = 0x40, kMatrix = 0x80;
  for (qsizetype at = 10; at + 4 <= glyph.size();) {
    const uint32_t flags = number_at(glyph, at, 2);
    visit(at);
    at += 4 + ((flags & kWords) != 0 ? 4 : 2);
    if ((flags & kScale) != 0) at += 2;
    if ((flags & kTwoScales) != 0) at += 4;
    if ((flags & kMatrix) != 0) at += 8;
    if ((flags & kMore) == 0) return at;
  }
  return glyph.size();
}

bool is_composite(const QByteArray& glyph) {
  return glyph.size() >= 10 && (number_at(glyph, 0, 2) & 0x8000U) != 0;
}

class Subset {
 public:
  Subset(const QRawFont& font, const QSet<char32_t>& characters)
      : font_(font),
        glyf_(font.fontTable("glyf")),
        loca_(font.fontTable("loca")),
        head_(font.fontTable("head")),
        hmtx_(font.fontTable("hmtx")),
        has_long_places_(number_at(head_, 50, 2) != 0),
        wide_(number_at(font.fontTable("hhea"), 34, 2)) {
    add(0);  // for what is missing
    // A set has another order in each run.
    std::vector<char32_t> ordered(characters.begin(), characters.end());
    std::sort(ordered.begin(), ordered.end());
    for (const char32_t character : ordered) {
      const QString text = QString::fromUcs4(&character, 1);
      const auto found = font.glyphIndexesForString(text);
      if (found.size() == 1 && found[0] != 0) characters_[character] = add(found[0]);
    }
    // Components come in as they are met.
    for (std::size_t i = 0; i < old_.size(); ++i) {
      const QByteArray glyph = outline(old_[i]);
      if (!is_composite(glyph)) continue;
      for_each_component(glyph, [&](qsizetype at) { add(number_at(glyph, at + 2, 2)); });
    }
  }

  [[nodiscard]] QByteArray file(const QByteArray& family) {
    if (glyf_.isEmpty() || loca_.isEmpty() || head_.size() < 54 || characters_.isEmpty()) return {};
    make_glyphs();
    tables_["cmap"] = character_map();
    tables_["name"] = names(family);
    tables_["OS/2"] = font_.fontTable("OS/2");
    tables_["maxp"] = font_.fontTable("maxp");
    set16(tables_["maxp"], 4, count());
    tables_["hhea"] = font_.fontTable("hhea");
    set16(tables_["hhea"], 34, count());
    tables_["head"] = head_;
    set32(tables_["head"], 8, 0);  // the checksum, which is found last
    set16(tables_["head"], 50, 1);
    QByteArray post;
    put32(post, 0x00030000);  // glyphs have no names
    post.append(font_.fontTable("post").mid(4, 28));
    post.append(32 - post.size(), '\0');
    tables_["post"] = post;
    return assembled();
  }

 private:
  [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(old_.size()); }

  uint32_t add(uint32_t old) {
    const auto found = new_.constFind(old);
    if (found != new_.constEnd()) return *found;
    const uint32_t number = count();
    old_.push_back(old);
    new_[old] = number;
    return number;
  }

  [[nodiscard]] QByteArray outline(uint32_t glyph) const {
    const int size = has_long_places_ ? 4 : 2;
    const qsizetype factor = has_long_places_ ? 1 : 2;
    const qsizetype first = number_at(loca_, qsizetype{glyph} * size, size) * factor;
    const qsizetype last = number_at(loca_, (qsizetype{glyph} + 1) * size, size) * factor;
    return last > first ? glyf_.mid(first, last - first) : QByteArray();
  }

  // Without hints, which need other tables.
  [[nodiscard]] QByteArray without_hints(QByteArray glyph) const {
    if (glyph.size() < 10) return {};
    if (!is_composite(glyph)) {
      const qsizetype at = 10 + 2 * qsizetype{number_at(glyph, 0, 2)};
      const qsizetype length = number_at(glyph, at, 2);
      set16(glyph, at, 0);
      return glyph.remove(at + 2, length);
    }
    constexpr uint32_t kHasHints = 0x100;
    const qsizetype end = for_each_component(glyph, [&](qsizetype at) {
      set16(glyph, at, number_at(glyph, at, 2) & ~kHasHints);
      set16(glyph, at + 2, new_[number_at(glyph, at + 2, 2)]);
    });
    return glyph.left(end);
  }

  void make_glyphs() {
    QByteArray& glyf = tables_["glyf"];
    QByteArray& loca = tables_["loca"];
    QByteArray& hmtx = tables_["hmtx"];
    for (const uint32_t old : old_) {
      put32(loca, static_cast<uint32_t>(glyf.size()));
      glyf.append(without_hints(outline(old)));
      pad(glyf);
      // Those after the last width have that, and only the space to their left.
      const qsizetype row = std::min(old, std::max(wide_, 1U) - 1);
      put16(hmtx, number_at(hmtx_, row * 4, 2));
      put16(hmtx, old < wide_
                      ? number_at(hmtx_, row * 4 + 2, 2)
                      : number_at(hmtx_, qsizetype{wide_} * 4 + qsizetype{old - wide_} * 2, 2));
    }
    put32(loca, static_cast<uint32_t>(glyf.size()));
  }

  // Format 12: a group for each character.
  [[nodiscard]] QByteArray character_map() const {
    QByteArray groups;
    for (auto one = characters_.constBegin(); one != characters_.constEnd(); ++one) {
      put32(groups, one.key());
      put32(groups, one.key());
      put32(groups, one.value());
    }
    QByteArray table;
    for (const uint32_t number : {0U, 1U, 3U, 10U}) put16(table, number);  // Windows, Unicode
    put32(table, 12);
    put16(table, 12);
    put16(table, 0);
    put32(table, static_cast<uint32_t>(16 + groups.size()));
    put32(table, 0);
    put32(table, static_cast<uint32_t>(characters_.size()));
    return table + groups;
  }

  // Family, style, full and PostScript name.
  [[nodiscard]] static QByteArray names(const QByteArray& family) {
    const QByteArray style = "Regular";
    const std::pair<uint32_t, QByteArray> all[] = {
        {1, family}, {2, style}, {4, family}, {6, family}};
    QByteArray records, text;
    for (const auto& [id, name] : all) {
      QByteArray wide;
      for (const char c : name) put16(wide, static_cast<uchar>(c));
      for (const uint32_t number : {3U, 1U, 0x409U, id}) put16(records, number);
      put16(records, static_cast<uint32_t>(wide.size()));
      put16(records, static_cast<uint32_t>(text.size()));
      text += wide;
    }
    QByteArray table;
    put16(table, 0);
    put16(table, static_cast<uint32_t>(std::size(all)));
    put16(table, static_cast<uint32_t>(6 + records.size()));
    return table + records + text;
  }

  static uint32_t checksum(const QByteArray& bytes) {
    uint32_t sum = 0;
    for (qsizetype at = 0; at + 4 <= bytes.size(); at += 4) sum += number_at(bytes, at, 4);
    return sum;
  }

  // The directory, in the order of the names, and the tables.
  QByteArray assembled() {
    QByteArray directory, body;
    uint32_t tables = 0, power = 1, log = 0;
    for (const QByteArray& table : std::as_const(tables_)) tables += table.isEmpty() ? 0 : 1;
    while (power * 2 <= tables) {
      power *= 2;
      ++log;
    }
    put32(directory, 0x00010000);
    for (const uint32_t number : {tables, power * 16, log, (tables - power) * 16}) {
      put16(directory, number);
    }
    const uint32_t first = 12 + 16 * tables;
    qsizetype head = 0;
    for (auto one = tables_.begin(); one != tables_.end(); ++one) {
      if (one->isEmpty()) continue;
      const auto length = static_cast<uint32_t>(one->size());
      pad(*one);
      if (one.key() == "head") head = first + body.size();
      directory.append(one.key());
      put32(directory, checksum(*one));
      put32(directory, first + static_cast<uint32_t>(body.size()));
      put32(directory, length);
      body.append(*one);
    }
    QByteArray file = directory + body;
    set32(file, head + 8, 0xB1B0AFBAU - checksum(file));
    return file;
  }

  const QRawFont& font_;
  QByteArray glyf_, loca_, head_, hmtx_;
  bool has_long_places_;
  uint32_t wide_;                        // how many glyphs have a width of their own
  std::vector<uint32_t> old_;            // numbers in the font, by the new ones
  QMap<uint32_t, uint32_t> new_;         // and the other way round
  QMap<char32_t, uint32_t> characters_;  // to new numbers
  QMap<QByteArray, QByteArray> tables_;
};

}  // namespace

QByteArray subset_font(const QRawFont& font, const QSet<char32_t>& characters,
                       const QByteArray& family) {
  return Subset(font, characters).file(family);
}

}  // namespace paje::gui
