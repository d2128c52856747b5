// The symbols that the shared library exports. All others are hidden.
#pragma once

#define PAJE_EXPORT __attribute__((visibility("default")))
