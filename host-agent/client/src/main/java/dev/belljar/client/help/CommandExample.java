package dev.belljar.client.help;

/// One example of a command.
///
/// @param line what to type
/// @param purpose what it does, one sentence
public record CommandExample(String line, String purpose) {}
