package dev.belljar.client.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// A command about one sandbox.
abstract class AskingOne extends Asking {
    String sandbox = "";

    @Spec
    private CommandSpec itself = CommandSpec.create();

    AskingOne(Session session) {
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
