package dev.belljar.client.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// A command about one sandbox.
public abstract class SandboxCommand extends SessionCommand {
    private static final int MOST = 255;

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
        sandbox = namesSandbox() || name.isBlank() ? checked(name, itself, "") : name;
    }

    /// Whether the first argument is always a sandbox; some options make it something else.
    protected boolean namesSandbox() {
        return true;
    }

    /// Checks that a word can be the name or the id of a sandbox, which is part of the path of a request; `advice` is
    /// added to what was expected.
    public static String checked(String name, CommandSpec command, String advice) {
        boolean possible = !name.isBlank()
                && !name.equals(".")
                && !name.equals("..")
                && name.length() <= MOST
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
        if (!possible) {
            throw new ParameterException(
                    command.commandLine(),
                    "sandbox \"%s\": expected a name or an id, as `belljar list` shows them%s".formatted(name, advice));
        }
        return name;
    }
}
