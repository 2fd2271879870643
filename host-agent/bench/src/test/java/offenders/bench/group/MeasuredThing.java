package offenders.bench.group;

/// Stands where the benchmarks stand.
public record MeasuredThing(String name) {}
