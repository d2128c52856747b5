#include "sql/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "sql/ordered_numbers.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Arguments = sqlite3_value**;

// The number that an aggregate was given; nothing for NULL.
std::optional<double> number_of(sqlite3_value* value, const char* function) {
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return {};
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) return sqlite3_value_double(value);
  throw std::invalid_argument(std::string(function) + ": x is to be a number, found '" +
                              std::string(text_of(value)) + "'");
}

class Median {
 public:
  void add(Arguments arguments) {
    if (const auto x = number_of(arguments[0], "median(x)")) numbers_.add(*x);
  }
  void remove(Arguments arguments) {
    if (const auto x = number_of(arguments[0], "median(x)")) numbers_.remove(*x);
  }
  std::optional<double> result(bool is_end) {
    if (numbers_.empty()) return {};
    return is_end ? numbers_.at_share_at_end() : numbers_.at_share_of_window();
  }

 private:
  OrderedNumbers numbers_{0.5};
};

class Percentile {
 public:
  void add(Arguments arguments) {
    const double percent = percent_of(arguments[1]);
    if (!numbers_) {
      percent_ = percent;
      numbers_.emplace(percent / 100);
    }
    if (percent != percent_) {
      throw std::invalid_argument("percentile(x, p): p is to be the same in all rows");
    }
    if (const auto x = number_of(arguments[0], kName)) numbers_->add(*x);
  }
  void remove(Arguments arguments) {
    if (const auto x = number_of(arguments[0], kName)) numbers_->remove(*x);
  }
  std::optional<double> result(bool is_end) {
    if (!numbers_ || numbers_->empty()) return {};
    return is_end ? numbers_->at_share_at_end() : numbers_->at_share_of_window();
  }

 private:
  static constexpr const char* kName = "percentile(x, p)";

  static double percent_of(sqlite3_value* value) {
    const int type = sqlite3_value_numeric_type(value);
    const double percent = sqlite3_value_double(value);
    const bool is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    if (is_number && percent >= 0 && percent <= 100) return percent;
    throw std::invalid_argument(
        "percentile(x, p): p is to be a number from 0 to 100, found " +
        (type == SQLITE_NULL ? "NULL" : '\'' + std::string(text_of(value)) + '\''));
  }

  double percent_ = 0;
  std::optional<OrderedNumbers> numbers_;
};

// Welford's way, which loses no digits to a large mean, there and back.
class Spread {
 public:
  void add(Arguments arguments) {
    const auto x = number_of(arguments[0], kName);
    if (!x) return;
    if (!std::isfinite(*x)) {
      ++infinite_;
      return;
    }
    const long double before = *x - mean_;
    mean_ += before / static_cast<long double>(++count_);
    squares_ += before * (*x - mean_);
  }
  void remove(Arguments arguments) {
    const auto x = number_of(arguments[0], kName);
    if (!x) return;
    if (!std::isfinite(*x)) {
      --infinite_;
      return;
    }
    if (--count_ == 0) {
      mean_ = squares_ = 0;
      return;
    }
    const long double after = *x - mean_;
    mean_ -= after / static_cast<long double>(count_);
    squares_ -= after * (*x - mean_);
  }

 protected:
  static constexpr const char* kName = "stddev(x), variance(x)";

  [[nodiscard]] std::optional<double> variance(std::size_t fewer) const {
    if (count_ <= fewer || infinite_ != 0) return {};
    // Rounding may go below when rows leave a window.
    return static_cast<double>(std::max(squares_, 0.0L) / static_cast<long double>(count_ - fewer));
  }

 private:
  std::size_t count_ = 0;
  std::size_t infinite_ = 0;
  long double mean_ = 0;
  long double squares_ = 0;
};

template <std::size_t fewer>
struct Variance : Spread {
  std::optional<double> result(bool /*is_end*/) { return variance(fewer); }
};
template <std::size_t fewer>
struct Deviation : Spread {
  std::optional<double> result(bool /*is_end*/) {
    const auto of_squares = variance(fewer);
    return of_squares ? std::optional(std::sqrt(*of_squares)) : of_squares;
  }
};

// One aggregate, as SQLite calls it; what it keeps is made at the first row.
template <class Sum>
struct Aggregate {
  template <class Work>
  static void guarded(sqlite3_context* context, Work&& work) {
    try {
      work();
    } catch (const std::bad_alloc&) {
      sqlite3_result_error_nomem(context);
    } catch (const std::exception& error) {
      sqlite3_result_error(context, error.what(), -1);
    }
  }
  // Where it is kept: SQLite gives memory that is zero at first, and none without a row.
  static Sum** place_of(sqlite3_context* context, bool is_made) {
    const int size = is_made ? static_cast<int>(sizeof(Sum*)) : 0;
    return static_cast<Sum**>(sqlite3_aggregate_context(context, size));
  }
  static void step(sqlite3_context* context, int /*count*/, Arguments arguments) {
    guarded(context, [&] {
      Sum** const place = place_of(context, true);
      if (place == nullptr) throw std::bad_alloc();
      if (*place == nullptr) *place = new Sum;
      (*place)->add(arguments);
    });
  }
  static void inverse(sqlite3_context* context, int /*count*/, Arguments arguments) {
    guarded(context, [&] { (*place_of(context, true))->remove(arguments); });
  }
  static void give(sqlite3_context* context, Sum* sum, bool is_end) {
    const std::optional<double> result = sum == nullptr ? std::nullopt : sum->result(is_end);
    if (result) sqlite3_result_double(context, *result);
  }
  static void value(sqlite3_context* context) {
    guarded(context, [&] {
      Sum** const place = place_of(context, false);
      give(context, place == nullptr ? nullptr : *place, false);
    });
  }
  static void final(sqlite3_context* context) {
    guarded(context, [&] {
      Sum** const place = place_of(context, false);
      const std::unique_ptr<Sum> sum(place == nullptr ? nullptr : std::exchange(*place, nullptr));
      give(context, sum.get(), true);
    });
  }

  static void add(sqlite3* database, const char* name, int parameters) {
    const int code = sqlite3_create_window_function(
        database, name, parameters, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
        step, final, value, inverse, nullptr);
    if (code != SQLITE_OK) fail(database, code);
  }
};

}  // namespace

void add_statistics(sqlite3* database) {
  Aggregate<Median>::add(database, "median", 1);
  Aggregate<Percentile>::add(database, "percentile", 2);
  for (const char* name : {"stddev", "stddev_samp"})
    Aggregate<Deviation<1>>::add(database, name, 1);
  for (const char* name : {"variance", "var_samp"}) Aggregate<Variance<1>>::add(database, name, 1);
  Aggregate<Deviation<0>>::add(database, "stddev_pop", 1);
  Aggregate<Variance<0>>::add(database, "var_pop", 1);
}

}  // namespace paje::tools
