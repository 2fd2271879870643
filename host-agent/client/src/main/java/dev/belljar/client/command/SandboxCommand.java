package dev.belljar.client.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// A command about one sandbox.
abstract class SandboxCommand extends SessionCommand {
    String sandbox = "";

    @Spec
    private CommandSpec itself = CommandSpec.create();

    SandboxCommand(CommandSession session) {
        super(session);
    }

    CommandSpec spec() {
        return itself;
    }

    @Parameters(index = "0", paramLabel = "SANDBOX", description = "Name or id of the sandbox.")
    void sandbox(String name) {
        if (name.isBlank()) {
            throw new ParameterException(itself.commandLine(), "sandbox \"" + name + "\": expected a name or an id");
        }
        sandbox = name;
    }
}
