package dev.belljar.agent.setup;

import java.util.List;

/// One step of a setup. `label` says what it does, in visible characters.
sealed interface SetupStep {
    String label();

    /// Copies files of this computer into the sandbox.
    record CopyFiles(String label) implements SetupStep {}

    /// Runs a script of Belljar's as root; the words of the environment are its arguments.
    record RootScript(String label, String script, List<String> arguments) implements SetupStep {
        public RootScript {
            arguments = List.copyOf(arguments);
        }
    }

    /// Runs a command of the environment as the user `agent` in the workspace.
    record AgentCommand(String label, String command) implements SetupStep {}
}
