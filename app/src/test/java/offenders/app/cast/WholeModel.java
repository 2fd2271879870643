package offenders.app.cast;

/// A model.
public record WholeModel(String text) {}
