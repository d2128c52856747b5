// All of the library.
#pragma once

#include "paje/aggregation.hpp"
#include "paje/aggregation_model.hpp"
#include "paje/alignment.hpp"
#include "paje/comparison.hpp"
#include "paje/diagnostic.hpp"
#include "paje/event.hpp"
#include "paje/input.hpp"
#include "paje/measured_time.hpp"
#include "paje/nesting.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"
#include "paje/visible_text.hpp"
#include "paje/writer.hpp"
