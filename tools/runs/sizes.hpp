// Sizes and ranges of sizes as words of options: 8k, 4M, 8k-64k/8k. Units are powers of 1024.
#pragma once

#include <string>
#include <vector>

#include "paje/models/storage.hpp"

namespace paje::tools {

/// Throw std::invalid_argument that quotes the word.
double parse_size(const std::string& word);
std::vector<double> parse_sizes(const std::string& list);
/// Also `1k..1M`: each is twice the one before, and the last one is there.
std::vector<double> parse_size_range(const std::string& list);
std::vector<SizeInterval> parse_intervals(const std::string& list);

/// `8k`, if it is a whole number of these; else bytes.
std::string size_text(double bytes);
std::string intervals_text(const std::vector<SizeInterval>& intervals);

}  // namespace paje::tools
