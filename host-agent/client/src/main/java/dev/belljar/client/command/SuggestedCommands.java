package dev.belljar.client.command;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Suggests commands of this program for command names that other programs use. The suggestions are only
/// printed.
final class SuggestedCommands implements IParameterExceptionHandler {
    static final Map<String, String> MEANT = Map.ofEntries(
            Map.entry("show", "list"),
            Map.entry("info", "list"),
            Map.entry("status", "list"),
            Map.entry("describe", "report"),
            Map.entry("processes", "ps"),
            Map.entry("top", "ps"),
            Map.entry("network", "net"),
            Map.entry("flows", "net"),
            Map.entry("log", "events"),
            Map.entry("logs", "events"),
            Map.entry("journal", "events"),
            Map.entry("remove", "destroy"),
            Map.entry("delete", "destroy"),
            Map.entry("run", "exec"),
            Map.entry("ssh", "shell"),
            Map.entry("attach", "terminal"),
            Map.entry("new", "create"),
            Map.entry("add", "create"),
            Map.entry("resume", "start"),
            Map.entry("hibernate", "stop --hibernate"),
            Map.entry("pause", "stop --hibernate"),
            Map.entry("clone", "branch"),
            Map.entry("fork", "branch"),
            Map.entry("pull", "sync"),
            Map.entry("urls", "routes"),
            Map.entry("ports", "routes"),
            Map.entry("secrets", "secret list"));

    private final IParameterExceptionHandler usual;

    SuggestedCommands(IParameterExceptionHandler usual) {
        this.usual = usual;
    }

    @Override
    public int handleParseException(ParameterException problem, String[] args) throws Exception {
        CommandLine line = problem.getCommandLine();
        String word = args.length == 0 ? "" : args[0];
        String meant = MEANT.get(word);
        if (!(problem instanceof UnmatchedArgumentException) || line.getParent() != null || meant == null) {
            return usual.handleParseException(problem, args);
        }
        line.getErr().println("belljar: unknown command \"%s\". Did you mean `belljar %s`?".formatted(word, meant));
        line.getErr().println("  `belljar --help` lists all commands.");
        return CommandLine.ExitCode.USAGE;
    }
}
