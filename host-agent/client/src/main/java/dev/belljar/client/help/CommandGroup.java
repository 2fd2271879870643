package dev.belljar.client.help;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// A heading of `belljar --help` and the classes of the commands below it, in the order in which the help lists them.
public record CommandGroup(String title, List<Class<?>> commands) {
    /// Creates the main command, with the commands of these groups.
    public interface GroupedProgram {
        List<CommandGroup> groups();
    }

    /// This group with more commands after its own.
    public CommandGroup with(List<Class<?>> more) {
        return new CommandGroup(
                title, Stream.concat(commands.stream(), more.stream()).toList());
    }

    /// The groups of a main command, in the order in which the help lists them.
    static List<CommandGroup> of(CommandSpec root) {
        return ((GroupedProgram) root.userObject()).groups();
    }

    /// The commands that the help lists, as subcommands of the main command.
    List<CommandSpec> shown(CommandSpec root) {
        return commands.stream()
                .map(type -> type.getAnnotation(Command.class).name())
                .map(name -> Objects.requireNonNull(root.subcommands().get(name), name))
                .map(CommandLine::getCommandSpec)
                .filter(spec -> !spec.usageMessage().hidden())
                .toList();
    }
}
