package offenders.app.cast;

/// A model.
public record UntestedModel(String text) {}
