package dev.belljar.client.command;

import dev.belljar.client.AgentStarter;
import dev.belljar.client.command.access.AccessGroup;
import dev.belljar.client.command.environment.EnvironmentGroup;
import dev.belljar.client.command.host.HostGroup;
import dev.belljar.client.command.network.NetworkGroup;
import dev.belljar.client.command.sandbox.ExecArguments;
import dev.belljar.client.command.sandbox.SandboxGroup;
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
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command `belljar`, which has all other commands as subcommands.
@CommandExamples({
    "belljar create ~/src/shop | Create a sandbox for a project and start it.",
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
            "2:Usage error."
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
    private Belljar() {}

    @Override
    public List<CommandGroup> groups() {
        return List.of(
                SandboxGroup.GROUP.with(EnvironmentGroup.COMMANDS),
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
        CommandLine line = line(session);
        if (args.length == 0) {
            line.usage(System.out);
            return 0;
        }
        int code = line.execute(understood(line, args));
        if (session.emulationRefused()) {
            if (EmulationPrompt.answered(session)) {
                CommandLine again = line(session);
                code = again.execute(understood(again, session.goingOn().orElse(args)));
            } else {
                session.tellHowToGoOn();
            }
        }
        session.close();
        return code;
    }

    public static CommandLine line(CommandSession session) {
        Belljar belljar = new Belljar();
        CommandLine line = new CommandLine(belljar, new CommandFactory(session));
        belljar.groups().forEach(group -> group.commands().forEach(line::addSubcommand));
        HelpLayout.apply(line);
        line.setExecutionExceptionHandler((failure, command, parsed) -> session.failed(failure, command));
        line.setParameterExceptionHandler(new UsageErrors());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(ByteSize.class, new ByteSize.ByteSizeConverter());
        // All words after the sandbox's name, options included, belong to the command that runs in the
        // machine.
        exec(line).setStopAtPositional(true);
        return line;
    }

    public static String[] understood(CommandLine line, String[] args) {
        if (!args[0].equals("exec")) {
            return args;
        }
        List<String> words = new ArrayList<>(List.of("exec"));
        words.addAll(ExecArguments.ordered(
                exec(line).getCommandSpec(), Arrays.asList(args).subList(1, args.length)));
        return words.toArray(String[]::new);
    }

    private static CommandLine exec(CommandLine line) {
        return Objects.requireNonNull(line.getSubcommands().get("exec"));
    }
}
