// Which symbols the shared library shows. Everything else stays hidden.
#pragma once

#define PAJE_EXPORT __attribute__((visibility("default")))
