// Requests to a storage device as curves over their sizes.
#pragma once

#include <span>
#include <string>

#include "paje/models/storage.hpp"

namespace paje::tools {

/// As SVG: the time of requests, measured (the mean, from the least to the greatest) and by the
/// lines of the model; and how many times as long random requests take as sequential ones.
std::string storage_picture(const StorageModel& model, std::span<const StorageSample> samples);

}  // namespace paje::tools
