// The tables of pj_scaling.
#pragma once

#include <vector>

#include "runs/report.hpp"
#include "scaling/configurations.hpp"
#include "scaling/options.hpp"

namespace paje::tools {

/// One row for each configuration, in the three tables that text has and the wide one; sentences on
/// the knee, the fastest and the cheapest.
void add_scaling(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                 Report& report);

/// Amdahl's law, models of growth, what they predict, and how wrong they are.
void add_models(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                Report& report);

/// Runs whose machines come and go.
void add_elastic(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                 Report& report);

/// Two tables of configurations: their fronts, and the best of each.
Report compare_fronts(const ScalingOptions& options);

/// Time and speed-up over cores, as SVG.
std::string scaling_picture(const std::vector<FamilyScaling>& families);

/// What a family is called in sentences: `IaaS: `, or nothing.
std::string family_prefix(const FamilyScaling& family);

/// Whether families have names, so that tables need a column for them.
bool is_named_family(const std::vector<FamilyScaling>& families);
std::vector<SheetColumn> with_family(bool is_named, std::vector<SheetColumn> columns);

}  // namespace paje::tools
