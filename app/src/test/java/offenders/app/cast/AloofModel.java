package offenders.app.cast;

/// A model.
public record AloofModel(String text) {}
