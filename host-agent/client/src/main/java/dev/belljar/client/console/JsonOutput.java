package dev.belljar.client.console;

/// A command that can print JSON.
interface JsonOutput {
    /// True if the user asked for JSON.
    boolean printsJson();
}
