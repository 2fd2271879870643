package dev.belljar.contract.environment;

/// The output of the setup in the last attempt to make the template of a project, in visible characters;
/// `complete` is false if older output was dropped.
public record TemplateLog(String text, boolean complete) {}
