package dev.belljar.client.command;

import dev.belljar.client.AgentStarter;
import dev.belljar.client.command.access.AccessGroup;
import dev.belljar.client.command.environment.EnvironmentGroup;
import dev.belljar.client.command.host.HostGroup;
import dev.belljar.client.command.jail.JailGroup;
import dev.belljar.client.command.network.NetworkGroup;
import dev.belljar.client.command.sandbox.ExecArguments;
import dev.belljar.client.command.sandbox.SandboxGroup;
import dev.belljar.client.command.sandbox.run.RunArguments;
import dev.belljar.client.command.sandbox.run.RunGroup;
import dev.belljar.client.command.snapshot.SnapshotGroup;
import dev.belljar.client.command.sync.SyncGroup;
import dev.belljar.client.command.watch.WatchGroup;
import dev.belljar.client.console.ByteSize;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.StandardOutput;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.client.help.CommandGroup;
import dev.belljar.client.help.HelpLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command `belljar`, which has all other commands as subcommands.
@CommandExamples({
    "belljar create ~/src/shop | Create a sandbox for a project and start it.",
    "belljar run claude ~/src/shop | Start a coding agent in a project's sandbox.",
    "belljar shell shop | Open a shell in the sandbox.",
    "belljar net shop | Show what the sandbox tried to reach.",
    "belljar sync shop | Review the sandbox's changes and sync them to a branch in the project.",
    "belljar help policy set | Show help for a command."
})
@Command(
        exitCodeList = {
            "0:The command succeeded.",
            "1:A problem occurred. Standard error says what went wrong and how to solve it, with an error code in"
                    + " brackets.",
            "2:Usage error.",
            "3:Something that the command names does not exist.",
            "4:The command is not possible in the present state.",
            "5:The host agent does not permit it.",
            "6:The host agent does not respond and could not be started.",
            "124:The program in the sandbox was terminated because it reached its time limit.",
            "125:Belljar could not run the program, for example because the sandbox is not running.",
            "126:The program was found but could not be started.",
            "127:The program was not found in the sandbox.",
            "128:With the number of the signal added: the program was killed by this signal."
        },
        name = "belljar",
        description = {
            "Runs each project in its own microVM, and lets you see and control what happens there.",
            "The command line and the window use the same host agent, which starts automatically on first use."
        },
        mixinStandardHelpOptions = true,
        version = "belljar 0.1.0",
        subcommandsRepeatable = false)
public final class Belljar implements CommandGroup.GroupedProgram {
    /// Commands that show other commands.
    private static final Set<String> ABOUT_ALL = Set.of("completion", "help", "man");

    private Belljar() {}

    @Override
    public List<CommandGroup> groups() {
        return List.of(
                SandboxGroup.GROUP
                        .with(RunGroup.COMMANDS)
                        .with(EnvironmentGroup.COMMANDS)
                        .with(JailGroup.COMMANDS),
                SyncGroup.GROUP,
                WatchGroup.GROUP,
                NetworkGroup.GROUP,
                SnapshotGroup.GROUP,
                AccessGroup.GROUP,
                HostGroup.GROUP);
    }

    /// Runs one command. The exit code is the command's own, 1 for a problem, or 2 for wrong usage.
    public static void main(String[] args) {
        StandardOutput output = StandardOutput.ofProcess();
        System.setOut(output.printer());
        CommandSession session = new CommandSession(new AgentStarter(System.getenv()), System.out, System.err);
        int code = run(session, args);
        System.out.flush();
        Optional<String> problem = output.problem();
        problem.ifPresent(why -> System.err.println("belljar: " + why));
        System.exit(code == 0 && problem.isPresent() ? CommandSession.PROBLEM : code);
    }

    public static int run(CommandSession session, String... args) {
        CommandLine line = lineFor(session, args);
        if (args.length == 0) {
            line.usage(System.out);
            return 0;
        }
        int code = line.execute(understood(line, args));
        if (session.emulationRefused()) {
            if (EmulationPrompt.answered(session)) {
                String[] words = session.goingOn().orElse(args);
                CommandLine again = lineFor(session, words);
                code = again.execute(understood(again, words));
            } else {
                session.tellHowToGoOn();
            }
        }
        session.close();
        return code;
    }

    /// The program with all its commands.
    public static CommandLine line(CommandSession session) {
        return line(session, new Belljar().commands());
    }

    /// The program with only the command that the first word names. To create all commands takes a third of a
    /// second of processor time, most of what a short command needs. All are created if the first word names
    /// none (a misspelled name is compared with all names), or one that is about all commands.
    static CommandLine lineFor(CommandSession session, String... args) {
        List<Class<?>> all = new Belljar().commands();
        return line(
                session,
                all.stream()
                        .filter(type -> args.length > 0 && !ABOUT_ALL.contains(args[0]))
                        .filter(type -> names(type).anyMatch(args[0]::equals))
                        .findFirst()
                        .<List<Class<?>>>map(List::of)
                        .orElse(all));
    }

    private static Stream<String> names(Class<?> type) {
        Command command = type.getAnnotation(Command.class);
        return Stream.concat(Stream.of(command.name()), Arrays.stream(command.aliases()));
    }

    private List<Class<?>> commands() {
        return groups().stream()
                .<Class<?>>flatMap(group -> group.commands().stream())
                .toList();
    }

    private static CommandLine line(CommandSession session, List<Class<?>> commands) {
        CommandLine line = new CommandLine(new Belljar(), new CommandFactory(session));
        commands.forEach(line::addSubcommand);
        HelpLayout.apply(line);
        line.setExecutionExceptionHandler((failure, command, parsed) -> session.failed(failure, command));
        line.setParameterExceptionHandler(new UsageErrors());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(ByteSize.class, new ByteSize.ByteSizeConverter());
        // All words after the sandbox's name, options included, belong to the command that runs in the
        // machine.
        exec(line).ifPresent(exec -> exec.setStopAtPositional(true));
        // The same for those after the first word of the command that runs in a jail.
        Optional.ofNullable(line.getSubcommands().get("jail"))
                .map(jail -> jail.getSubcommands().get("run"))
                .ifPresent(run -> run.setStopAtPositional(true));
        return line;
    }

    public static String[] understood(CommandLine line, String[] args) {
        if (args[0].equals("run")) {
            return RunArguments.marked(args);
        }
        if (!args[0].equals("exec")) {
            return args;
        }
        List<String> words = new ArrayList<>(List.of("exec"));
        words.addAll(ExecArguments.ordered(
                exec(line).orElseThrow().getCommandSpec(), Arrays.asList(args).subList(1, args.length)));
        return words.toArray(String[]::new);
    }

    private static Optional<CommandLine> exec(CommandLine line) {
        return Optional.ofNullable(line.getSubcommands().get("exec"));
    }
}
