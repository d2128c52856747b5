// Names of properties and attributes by which an archive that a trace was written to gives the same
// trace when it is read: what OTF2 has no place for.
#pragma once

namespace paje::exchange {

inline constexpr const char* kRootMark = "paje.root";    ///< of a system tree node: it is the root
inline constexpr const char* kExactMark = "exact";       ///< its value, since sizes have a mark
inline constexpr const char* kZeroMark = "paje.zero";    ///< of that: the tick of time 0
inline constexpr const char* kNodeMark = "paje.node";    ///< of a process: it is the node it is in
inline constexpr const char* kTypeMark = "paje.type";    ///< the type of a container or a link
inline constexpr const char* kOtherMark = "paje.other";  ///< of a location: whose container it is
inline constexpr const char* kStatesMark =
    "paje.states";                                       ///< of a location: the type of its states
inline constexpr const char* kSizeMark = "paje.size";    ///< of a message: which field its size is
inline constexpr const char* kKeyMark = "paje.key";      ///< of a message: the key of the link
inline constexpr const char* kValueMark = "paje.value";  ///< of a message: the value of the link

}  // namespace paje::exchange
