"""Pajé traces in Python: read, select, analyse, compare, aggregate.

    import paje
    trace = paje.read("run.paje")
    states = trace.states                # columns; NumPy arrays over the trace's own memory
    frame = trace.states(type="STATE", start=1.0, end=2.0).dataframe()
    causes = trace.causes()              # what made others wait, as a DataFrame

Reading uses all cores and leaves the interpreter free meanwhile. A bad trace raises TraceError,
with file, line and column; system errors raise OSError.
"""

from ._aggregate import Aggregates, Part, Partition, Quality, aggregate
from ._analysis import Analysis, multirun_analysis
from ._columns import Columns, Objects
from ._compare import (ChannelDifference, Comparison, TrackDifference, LinkPair, RegionDifference,
                       SliceDifference, StateSwap, ValueDifference, VariableDifference, compare)
from ._names import Categorical
from ._pairs import Pair, count_pairs
from ._paje import Diagnostic, TraceError, version as __version__
from ._predict import Calibration, Prediction, calibrate, predict
from ._source import Container, TraceWarning, Type, Value
from ._trace import ClockWarning, Trace, read, validate

__all__ = [
    "Aggregates", "Analysis", "Calibration", "Categorical", "ChannelDifference", "ClockWarning", "Columns", "Comparison", "Container",
    "Diagnostic", "TrackDifference", "LinkPair", "Objects", "Pair", "Part", "Partition", "Prediction", "Quality",
    "RegionDifference", "SliceDifference", "StateSwap", "Trace", "TraceError", "TraceWarning", "Type",
    "Value", "ValueDifference", "VariableDifference", "__version__", "aggregate", "calibrate", "compare",
    "count_pairs", "multirun_analysis", "predict", "read", "validate",
]
