// What each table, column and table function of a trace as a database means: the schema page.
#pragma once

#include "sql/schema.hpp"

namespace paje::tools {

inline constexpr ColumnMeaning kColumnMeanings[] = {
    {"state", "", "what containers were in, one row for each state; ids instead of names"},
    {"state", "id", "its number: by container, type and start"},
    {"state", "container", "container.id"},
    {"state", "type", "type.id"},
    {"state", "value", "entity_value.id"},
    {"state", "start", "time"},
    {"state", "end", "time"},
    {"state", "depth", "how many states of the same container and type are around it"},
    {"states", "", "the same with names"},
    {"states", "id", "state.id"},
    {"states", "container", "name of the container"},
    {"states", "path",
     "names of the containers below the root, joined by /; the last 1,000 bytes of it at most"},
    {"states", "node",
     "name of the container that holds the process: the nearest above whose type is called like a "
     "node, host or machine, else the one above; null below the root"},
    {"states", "type", "name of the type"},
    {"states", "value", "name of the value"},
    {"states", "start", "time"},
    {"states", "end", "time"},
    {"states", "duration", "end - start"},
    {"states", "depth", "how many states are around it"},
    {"states", "parent", "state.id of the state around it; null if there is none"},
    {"states", "parent_value", "name of the value of that state"},
    {"states", "exclusive", "duration without that of the states directly inside"},
    {"states", "own",
     "how long it was the innermost state of its container, whatever the types: the one that began "
     "last of those that had not ended. As exclusive if the container has states of one type; sums "
     "of it count no moment of a container twice"},
    {"states", "outer_mpi", "1 if it is a state of MPI inside no other, else 0"},
    {"states", "container_id", "container.id: names may be those of several"},
    {"states", "type_id", "type.id"},
    {"mpi_states", "",
     "the states of MPI that are inside no other of the same container, of whatever type: each "
     "call "
     "once, with all its time. Detected by the name of the value: MPI_Send, PMPI_Send, mpi_send_, "
     "libmpi:MPI_Send, __wrap_MPI_Send, MPIX_...; of SMPI's replay action_allreduce and the like, "
     "smpi_replay_run_..., and in its type MPI_STATE kernel, gather(v), allgather(v) (which "
     "values: "
     "entity_value.mpi). For other programs, CREATE TEMP VIEW mpi_states AS SELECT * FROM states "
     "WHERE ... takes its place"},
    {"stretch", "",
     "the longest stretches of time in which a container was in some state, of whatever type"},
    {"stretch", "container", "container.id"},
    {"stretch", "start", "time"},
    {"stretch", "end", "time"},
    {"stretches", "", "the same with names: container_id, container, path, node, duration"},
    {"variable", "", "what variables were, one row for each time they stayed the same"},
    {"variable", "id", "its number: by container, type and start"},
    {"variable", "container", "container.id"},
    {"variable", "type", "type.id"},
    {"variable", "start", "time"},
    {"variable", "end", "time"},
    {"variable", "value", "number"},
    {"variables", "",
     "the same with names: container, path, node, type, duration, container_id, type_id"},
    {"event", "", "punctual events"},
    {"event", "id", "its number: by container, type and time"},
    {"event", "container", "container.id"},
    {"event", "type", "type.id"},
    {"event", "value", "entity_value.id"},
    {"event", "time", "time"},
    {"events", "",
     "the same with names: container, path, node, type, value, container_id, type_id"},
    {"link", "", "links, as messages"},
    {"link", "id", "its number: by container, type and arrival"},
    {"link", "container", "container.id of the container that it belongs to"},
    {"link", "type", "type.id"},
    {"link", "value", "entity_value.id"},
    {"link", "start", "time"},
    {"link", "end", "time"},
    {"link", "start_container", "container.id where it starts"},
    {"link", "end_container", "container.id where it ends"},
    {"link", "key", "what its halves were matched by"},
    {"links", "",
     "the same with names: container, type, value, duration, start_container, end_container, "
     "start_path, end_path; start_container_id, end_container_id"},
    {"container", "", "containers; 0 is the root"},
    {"container", "id", "its number, in order of creation"},
    {"container", "name", "its name"},
    {"container", "identifier", "what events call it: its alias, else its name"},
    {"container", "type", "type.id"},
    {"container", "parent", "container.id of the one that holds it; null for the root"},
    {"container", "start", "time of creation"},
    {"container", "end", "time of destruction, or the end of the trace"},
    {"container", "destroyed", "1 if an event of the trace destroyed it"},
    {"containers", "", "the same with names: path, depth, node, type, parent, duration"},
    {"type", "", "types; 0 is the root"},
    {"type", "id", "its number"},
    {"type", "name", "its name"},
    {"type", "identifier", "what events call it: its alias, else its name"},
    {"type", "kind", "container, state, variable, event or link"},
    {"type", "parent", "type.id of the container type that it belongs to; null for the root"},
    {"type", "start_type", "of links: type.id of the containers where they may start"},
    {"type", "end_type", "of links: type.id of the containers where they may end"},
    {"type", "color", "#rrggbb, or null"},
    {"types", "", "the same with names: parent, start_type, end_type"},
    {"entity_value", "", "values of states, events and links"},
    {"entity_value", "id", "its number"},
    {"entity_value", "type", "type.id"},
    {"entity_value", "name", "its name"},
    {"entity_value", "identifier", "what events call it: its alias, else its name"},
    {"entity_value", "color", "#rrggbb, or null"},
    {"entity_value", "defined", "1 if defined by an event, 0 if it came into being by its use"},
    {"entity_value", "mpi", "1 if states of it are of MPI, as defined for mpi_states"},
    {"event_definition", "", "fields of the event definitions of the trace"},
    {"event_definition", "id", "its number"},
    {"event_definition", "number", "what lines of this event begin with"},
    {"event_definition", "event", "PajeSetState, ..."},
    {"event_definition", "position", "of the field, from 0"},
    {"event_definition", "field", "its name"},
    {"event_definition", "field_type", "string, double, ..."},
    {"event_definition", "user_defined", "1 if the format gives it no meaning"},
    {"slices(n)", "", "n equal parts of the run: slice (from 0), start, end"},
    {"overlapping(start, end)", "",
     "states with start <= the window's end and end >= its start, as in states; inside: how much "
     "of the duration lies in the window"},
    {"callstack(state)", "",
     "a state by its id and those around it, the innermost first: level, id, value, start, end, "
     "duration, exclusive"},
    {"matrix(link_type)", "",
     "traffic between each two containers by links of a type (its name; null: of all): "
     "start_container, end_container, start_path, end_path, count, duration, shortest, longest, "
     "first_start, last_end, bytes (null where no size is known)"},
    {"profile(by, start, end)", "",
     "totals of states by value, container or type ('value', 'container', 'type', or several, as "
     "'container,value'), fast: container_id, container, path, type, value (null for what is not "
     "asked for), count, inclusive (sum of durations), exclusive, min, max, mean. With start and "
     "end, of the states that overlap the window, what lies in it"},
    {"waits()", "",
     "states that wait for another container: container, path, value, kind (late_sender, ...), "
     "start, end, amount (it lies at the start), waits_for, waits_for_path, wrong_order"},
    {"root_waits()", "",
     "roots of all-to-one operations that wait from the first to the last member, which waits() "
     "leaves out: container, path, value, start, end, amount, waits_for, waits_for_path"},
    {"causes()", "",
     "what made others wait, the costliest first: container, path, value, start, end (where "
     "most of it arose), seconds, direct, passed_on; seconds add up to the amounts of waits()"},
    {"critical_path()", "",
     "the chain of pieces that makes the run as long as it is: container, path, value, start, end, "
     "duration"},
    {"slack()", "",
     "how much later each piece of a state may end without a longer run: container, path, value, "
     "start, end, slack"},
    {"efficiencies()", "",
     "one row: length, ideal_length (with a network that takes no time), useful_average, "
     "useful_maximum, and parallel = load_balance * communication, communication = serialisation * "
     "transfer"},
    {"checks()", "",
     "one row, what the answers rest on: length, replayed (length from the dependencies alone), "
     "states, states_of_other_types (left out), links, messages (links that connect states), "
     "unmatched_starts, unmatched_ends, links_outside_tracks, receives_without_message, "
     "sends_without_message, ends_before_start (messages), left_before_last_came (calls of "
     "collectives), violation (seconds of both), stuck_tracks (that wait in a circle), "
     "unclassified (share of the time in values that no rule classifies)"},
    {"classes()", "",
     "what the values of states count as: value (empty: between states), category (null: none), "
     "class, kind (of "
     "a call), seconds, matched (0: no rule classifies it, so it counts as useful work)"},
    {"clocks()", "",
     "what to add to the times of each container so that no message ends before it starts: "
     "container, path, offset (at the start of the run), least, greatest, drift (for each unit of "
     "time), least_drift, greatest_drift (null where nothing bounds them), logical (the largest "
     "shift of the logical clock), disagrees (1: no constant offsets put it right)"},
    {"bounds()", "",
     "how short a run of tasks could be: bound (length: as measured; area; critical_path; greatest "
     "of both), seconds, share (of the length), container and path (null: of all; else the length "
     "and area of a node)"},
    {"iterations()", "",
     "the turns of the run's loop, if a quarter of the containers have it: iteration (from 0), "
     "start, end, mean_length (over the containers), outlier (1 or 0)"},
    {"call_tree()", "",
     "states by what is around them, of all containers together: node, parent (null for "
     "outermost), depth, value, count, inclusive, exclusive"},
    {"lateness()", "",
     "how much later each piece of a state starts than the same step on the first container of its "
     "type: container, path, value, start, end, lateness"},
    {"load_imbalance()", "",
     "how unequally containers share the exclusive time of a value, the costliest first: value, "
     "mean, greatest, ratio (greatest / mean), container and path of the greatest"},
    {"idle_time()", "",
     "what each container does not use: container, path, idle and waiting (states of these "
     "classes), in_calls (waits in other states), no_state (between states), outside (before the "
     "first state and after the last), total"},
    {"communication_overlap()", "",
     "of containers with several containers of states directly inside, but not the root: "
     "container, path, tracks (how many), communication and computing (time in which at least one "
     "does so), overlap (time of both), share (overlap / communication)"},
    {"time_profile(bins)", "",
     "what values take in equal parts of the run: bin (from 0), start, end, value (empty: between "
     "states), seconds (in which it was innermost; not if 0)"},
    {"comm_over_time(bins)", "",
     "links by the part of the time in which they start: bin, start, end, count, bytes (null if "
     "sizes are not known)"},
    {"message_histogram(bins)", "",
     "how many links have which size and latency: measure ('size' or 'latency'), bin, low, high, "
     "count"},
    {"transitions(of, within)", "",
     "how often a state follows another in the same state of the same container ('states', also "
     "without of), is directly inside another ('calls'), or links go from one container to another "
     "('links'), the most frequent first: source, target, count, share (of those with this "
     "source); within N: also pairs up to N steps apart"},
    {"variable_statistics()", "",
     "what each variable of a container was: container, path, type, samples, mean, deviation, "
     "least and greatest of the samples, seconds (from the first to the end), trapezoids (integral "
     "with straight lines between samples), steps (integral, each sample holding until the next), "
     "mean_of_steps"},
    {"power_steps(idle, per_cpu, per_memory)", "",
     "what containers with variables cpu and mem (percent) draw together by the model watts = idle "
     "+ per_cpu * cpu + per_memory * mem: start, end, active (how many live), watts, joules"},
    {"machine_energy(idle, per_cpu, per_memory)", "",
     "the same for each of these containers: container, path, seconds, joules, mean_watts"},
    {"live_containers(container_type)", "",
     "how many containers of a type live at the same time: start, end, count, seconds"},
    {"communication_metrics(hosts)", "",
     "one row, what the regression of communication time takes for its cause, for each phase (an "
     "iteration of the run, else all of it): phases, S (bytes of a message), M and PT (messages "
     "and bytes of a process), N (nodes), PPN (processes on each), NI and NT (messages and bytes "
     "that a node sends to others), VI and V (of all nodes), time (of a process in communication). "
     "hosts may be missing if containers around processes are nodes: a file with the node of each "
     "process, or a number of processes on each node"},
    {"frequencies(levels, domain, balance, processor)", "",
     "how much processors that wait for the most loaded one may slow down, as pj_energy "
     "frequencies: "
     "processor, path, domain, load_seconds (of an iteration), balanced_seconds, idle_share, "
     "gigahertz, busy_seconds, idle_share_after, watts. All may be missing or NULL: levels in GHz "
     "('2.4,2.0,1.6'), the type of containers that share a frequency, the balancing of tasks "
     "('none', 'greedy', 'refine'), the type of containers that are processors"},
    {"scaling(run, ...)", "",
     "what more cores bring, as pj_scaling of up to 100 runs: names of traces, or of tables (.csv) "
     "with cores and time. One row for each number of cores: family, cores, machines, runs, time "
     "(mean), deviation, low, high, speed_up, efficiency (against the fewest cores), "
     "global_efficiency, "
     "computation_scaling, parallel, load_balance, communication, serialisation, transfer, "
     "core_hours, front (1: no run on fewer cores is as fast)"},
    {"scaling_cost(price, billing, run, ...)", "",
     "what the runs cost ('0.376/h/machine' or '/core', of a family 'NAME=...' after a comma; '1h' "
     "is paid as a whole, or 'exact'), for each number of cores: family, cores, machines, time, "
     "core_hours, cost (or null)"},
    {"scaling_models(run, ...)", "",
     "models of the time and of each value's time on a core: family, of, model (n: cores), "
     "cross_validated, fit_error (mean errors)"},
    {"scaling_predictions(at_cores, run, ...)", "",
     "what these models predict for a number of cores: family, of, cores, predicted, low, high"},
    {"mva(model, run, ...)", "",
     "how well a model that pj_model fit mva wrote predicts up to 100 runs, named as there "
     "('a.trace', 'a.trace@HOSTS', 'a.trace@4', 'a.csv'): run, placement, processes, "
     "compute_share, "
     "sends, message_bytes, predicted, measured, error, amdahl, amdahl_error, bottleneck, node, "
     "utilisation"},
    {"median(x)", "", "aggregate, also over windows; null does not count"},
    {"percentile(x, p)", "",
     "aggregate, also over windows; p from 0 to 100, between two numbers in proportion"},
    {"stddev(x)", "",
     "aggregate, also over windows: standard deviation of a sample, as stddev_samp(x); "
     "stddev_pop(x) "
     "of a population"},
    {"variance(x)", "", "its square, as var_samp(x); var_pop(x) of a population"},
    {"regexp(pattern, x)", "",
     "or x REGEXP pattern: whether part of a text matches a regular expression: . [a-z] [^a-z] \\d "
     "\\w \\s \\b ^ $ ( ) (?: ) | * + ? {n,m}, and (?i) at the start for any case"},
    {"schema_page", "", "this page: name, column, meaning"},
};

}  // namespace paje::tools
