package dev.belljar.client.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// A command about one sandbox.
public abstract class SandboxCommand extends SessionCommand {
    protected String sandbox = "";

    @Spec
    private CommandSpec itself = CommandSpec.create();

    protected SandboxCommand(CommandSession session) {
        super(session);
    }

    protected CommandSpec spec() {
        return itself;
    }

    @Parameters(index = "0", paramLabel = "SANDBOX", description = "Name or id of the sandbox.")
    public void sandbox(String name) {
        if (name.isBlank()) {
            throw new ParameterException(itself.commandLine(), "sandbox \"" + name + "\": expected a name or an id");
        }
        sandbox = name;
    }
}
