package offenders.app.cast;

/// Stands for the test of a model; it must not be run.
public record WholeModelTest(WholeModel model) {}
