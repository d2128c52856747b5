#include "predict/network_model.hpp"

#include "model/lmo_file.hpp"

namespace paje::tools {

NetworkCalibration network_calibration(const DependencyGraph& run, const std::string& path,
                                       const std::string& size_field) {
  const MachineNetwork network = network_of_machine(read_network_model(path), "");
  return calibrate_to(
      run, [&](double bytes) { return network.startup + network.byte_time * bytes; }, size_field);
}

}  // namespace paje::tools
