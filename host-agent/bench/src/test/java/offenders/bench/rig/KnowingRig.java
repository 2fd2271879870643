package offenders.bench.rig;

import offenders.bench.group.MeasuredThing;

/// A part of the rig that knows a benchmark.
public record KnowingRig(MeasuredThing thing) {}
