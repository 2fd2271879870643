package dev.belljar.client.command.jail;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.JailVariables;
import dev.belljar.contract.jail.PreparedJail;
import dev.belljar.contract.operation.JailApi;
import dev.belljar.contract.request.jail.PrepareJail;
import java.io.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar jail run`: runs a command in a jail of its own.
@CommandExamples({
    "belljar jail run -- npm test | Run a command. You are asked when it accesses something that is hidden.",
    "belljar jail run --static -- make -j8 | Hidden files stay hidden, and you are not asked.",
    "belljar jail run --rw ~/data --overlay ~/.m2 -- mvn verify | Let it change a folder, and keep changes to another one"
            + " apart."
})
@Command(
        name = "run",
        description = "Run a command in a jail.",
        footer = {
            "",
            "The command sees the files of this computer at their usual paths. It can change the project, the caches of"
                    + " programming languages, its own /tmp, and what --rw names. It has no network, and it does not see"
                    + " other processes.",
            "",
            "Secrets in your home folder (SSH and GnuPG keys, cloud and registry logins, keyrings, browsers, logins of"
                    + " coding agents) are hidden. Unless --static is given, the first access to a hidden path waits until"
                    + " you answer it with `belljar allow ID` or `belljar deny ID`, or in the window.",
            "",
            "A jail shares the kernel with this computer. A sandbox has its own, and is the stronger protection."
        },
        mixinStandardHelpOptions = true)
final class JailRunCommand extends SessionCommand {
    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments.")
    List<String> command = new ArrayList<>();

    @Option(
            names = "--project",
            paramLabel = "PATH",
            description = "The project, which the command can change (default: the git repository around the current"
                    + " folder, or the current folder).")
    @Nullable
    Path project;

    @Option(names = "--static", description = "Do not ask: hidden files stay hidden.")
    boolean isStatic;

    @Option(names = "--no-debug", description = "Forbid debuggers in the jail.")
    boolean noDebugging;

    @Option(names = "--rw", paramLabel = "PATH", description = "A file or folder that the command can change.")
    List<Path> writable = new ArrayList<>();

    @Option(
            names = "--overlay",
            paramLabel = "PATH",
            description = "A folder that looks writable to the command. The original stays as it is; changes are kept"
                    + " for later jails of the project.")
    List<Path> overlays = new ArrayList<>();

    @Option(
            names = "--blacklist",
            paramLabel = "PATH",
            description = "A file or folder that stays hidden, without asking.")
    List<Path> blacklist = new ArrayList<>();

    JailRunCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Console console = System.console();
        PrepareJail request = new PrepareJail(
                JailProject.of(project),
                JailProject.absolute(Path.of("")),
                command,
                JailVariables.passed(System.getenv()),
                console != null && console.isTerminal(),
                isStatic ? JailMode.STATIC : JailMode.DYNAMIC,
                noDebugging,
                absolute(writable),
                absolute(overlays),
                absolute(blacklist));
        PreparedJail jail = session().agent().call(JailApi.PREPARE, request);
        session().out().flush();
        // The jail has the terminal, and its exit code is that of the command.
        return new ProcessBuilder(jail.argv()).inheritIO().start().waitFor();
    }

    private static List<String> absolute(List<Path> paths) {
        return paths.stream().map(JailProject::absolute).toList();
    }
}
