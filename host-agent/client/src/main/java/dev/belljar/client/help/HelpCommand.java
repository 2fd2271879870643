package dev.belljar.client.help;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar help policy set`: prints the help of a command; also below any group of commands, as `belljar
/// policy help set`.
@CommandExamples({
    "belljar help sync | Show help for a command.",
    "belljar policy help set | Show help for a subcommand."
})
@Command(name = "help", helpCommand = true, description = "Show help for a command.")
public final class HelpCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "Command to show help for, such as policy set (default: belljar itself).")
    List<String> names = new ArrayList<>();

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine asked = find(spec.parent().commandLine(), names, spec);
        asked.usage(spec.commandLine().getOut());
        return 0;
    }

    /// Finds the command with this name below another; an unknown name is wrong usage of the command
    /// `asking`.
    static CommandLine find(CommandLine from, List<String> names, CommandSpec asking) {
        CommandLine found = from;
        for (String name : names) {
            CommandLine next = found.getSubcommands().get(name);
            if (next == null) {
                throw new ParameterException(
                        asking.commandLine(),
                        "unknown command \"%s\"; `%s --help` lists the commands"
                                .formatted(name, found.getCommandSpec().qualifiedName()));
            }
            found = next;
        }
        return found;
    }
}
