// A calibration of a network as a file of JSON.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "formats/text/json_cursor.hpp"
#include "formats/text/json_text.hpp"
#include "formats/text/json_writer.hpp"
#include "paje/prediction.hpp"
#include "paje/visible_text.hpp"

namespace paje {

namespace {

using Point = NetworkCalibration::Point;

constexpr std::size_t kMostShown = 100;  // bytes of a bad number

void write_points(JsonWriter& json, const std::vector<Point>& points) {
  json.begin_array();
  for (const Point& point : points) {
    json.begin_object()
        .member("at", point.at)
        .member("before", point.before)
        .member("after", point.after)
        .end_object();
  }
  json.end_array();
}

class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string word(std::string_view token) {
  std::string room;
  JsonRepairs repairs;
  if (!token.starts_with('"')) throw Fault("a name is not a string");
  return std::string(json_word(token, room, repairs));
}

double number(std::string_view token, double least) {
  double value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size() || !std::isfinite(value) ||
      value < least) {
    throw Fault(visible(token.substr(0, kMostShown)) + " is not a number of at least 0");
  }
  return value;
}

template <class Visit>
void for_each_member_of(std::string_view object, Visit&& visit) {
  if (!object.starts_with('{')) throw Fault("expected an object");
  for_each_member(object,
                  [&](std::string_view key, std::string_view token) { visit(word(key), token); });
}

template <class Visit>
void for_each_element(std::string_view array, Visit&& visit) {
  if (!array.starts_with('[')) throw Fault("expected an array");
  JsonCursor cursor(array);
  cursor.consume('[');
  cursor.skip_blanks();
  while (!cursor.consume(']')) {
    visit(cursor.value());
    cursor.skip_blanks();
    cursor.consume(',');
    cursor.skip_blanks();
  }
}

std::vector<Point> points(std::string_view array) {
  std::vector<Point> found;
  for_each_element(array, [&](std::string_view object) {
    Point point{-1, -1, -1};
    for_each_member_of(object, [&](const std::string& key, std::string_view token) {
      if (key == "at") point.at = number(token, 0);
      if (key == "before") point.before = number(token, 0);
      if (key == "after") point.after = number(token, 0);
    });
    if (point.at < 0 || point.before < 0 || point.after < 0) {
      throw Fault("a point lacks one of at, before and after");
    }
    if (!found.empty() && found.back().at > point.at) throw Fault("points are not in order");
    found.push_back(point);
  });
  return found;
}

NetworkChange change(std::string_view object) {
  NetworkChange found;
  for_each_member_of(object, [&](const std::string& key, std::string_view token) {
    if (key == "latency") found.latency = number(token, 1e-300);
    if (key == "bandwidth") found.bandwidth = number(token, 1e-300);
  });
  return found;
}

NetworkCalibration::Operation operation(std::string_view object) {
  NetworkCalibration::Operation found;
  for_each_member_of(object, [&](const std::string& key, std::string_view token) {
    if (key == "value") found.value = word(token);
    if (key == "points") found.points = points(token);
  });
  return found;
}

NetworkCalibration calibration(std::string_view text) {
  JsonCursor cursor(text);
  cursor.skip_blanks();
  const std::string_view object = cursor.value();
  cursor.skip_blanks();
  if (!cursor.at_end()) throw Fault("something follows the object");
  NetworkCalibration model;
  for_each_member_of(object, [&](const std::string& key, std::string_view token) {
    if (key == "change" && token != "null") model.change = change(token);
    if (key == "messages") model.messages = points(token);
    if (key == "operations") {
      for_each_element(token,
                       [&](std::string_view one) { model.operations.push_back(operation(one)); });
    }
  });
  if (model.messages.empty() && model.operations.empty()) throw Fault("it holds no costs");
  return model;
}

}  // namespace

std::string calibration_text(const NetworkCalibration& model) {
  JsonWriter json;
  json.begin_object();
  if (model.change) {
    json.key("change").begin_object();
    json.member("latency", model.change->latency).member("bandwidth", model.change->bandwidth);
    json.end_object();
  }
  json.key("messages");
  write_points(json, model.messages);
  json.key("operations").begin_array();
  for (const auto& operation : model.operations) {
    json.begin_object().member("value", std::string_view(operation.value)).key("points");
    write_points(json, operation.points);
    json.end_object();
  }
  json.end_array().end_object();
  return json.text();
}

NetworkCalibration parse_calibration(std::string_view text, std::string_view name) {
  try {
    return calibration(text);
  } catch (const Fault& fault) {
    throw std::invalid_argument(
        fmt::format("{} is not a model of a network: {}", visible(name), fault.what()));
  } catch (const JsonFault& fault) {
    throw std::invalid_argument(fmt::format("{}: no JSON at byte {}: found {}, expected {}",
                                            visible(name), fault.at + 1, fault.found,
                                            fault.expected));
  }
}

}  // namespace paje
