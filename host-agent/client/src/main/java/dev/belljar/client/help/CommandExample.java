package dev.belljar.client.help;

/// One example of a command.
///
/// @param line the command line to type
/// @param purpose what the command line does, in one sentence
public record CommandExample(String line, String purpose) {}
