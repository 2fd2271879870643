package dev.belljar.contract.reduce;

import java.util.List;

/// The command lines of the shell scripts that the host agent runs in machines, and how they are recognized in a list
/// of processes.
///
/// A program in the guest can pose as one, so clients may collapse and count these processes, but must not hide them
/// permanently.
public final class AgentScripts {
    private static final String SHELL = "/bin/sh";
    private static final String TEXT = "eval \"$BELLJAR_SCRIPT\"";
    private static final String NAME = "belljar-";

    private AgentScripts() {}

    /// The command line of the script with this name, whose text is in the environment variable `BELLJAR_SCRIPT`.
    public static List<String> argv(String name) {
        return List.of(SHELL, "-c", TEXT, NAME + name);
    }

    /// True for the command line of a script of the host agent.
    public static boolean is(List<String> argv) {
        return argv.size() == 4 && argv.get(2).equals(TEXT) && argv.get(3).startsWith(NAME);
    }
}
