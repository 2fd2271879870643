package dev.belljar.client.command;

import dev.belljar.client.AgentException;
import dev.belljar.client.SshInclude;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar ssh-config`: prints or installs the config line that lets ssh find sandboxes by name.
@Command(
        name = "ssh-config",
        description = "Set up `ssh belljar-NAME` in ~/.ssh/config.",
        footer = {
            "",
            "Belljar maintains an ssh config with a host for each sandbox. This command shows the line that includes it."
                    + " Only --install and --remove change ~/.ssh. Without the line, use: ssh -F CONFIG belljar-NAME,"
                    + " where CONFIG is the file that the line names."
        },
        mixinStandardHelpOptions = true)
final class SshConfigCommand extends SessionCommand {
    @ArgGroup
    Change change = new Change();

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    boolean yes;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "The config to read or change. ~/.ssh/config if omitted.")
    @Nullable
    Path file;

    SshConfigCommand(CommandSession session) {
        super(session);
    }

    /// The change to make; without one the line is only printed.
    static final class Change {
        @Option(names = "--install", description = "Add the line at the top, after asking. Makes a backup.")
        boolean install;

        @Option(names = "--remove", description = "Remove the line, after asking.")
        boolean remove;
    }

    @Override
    public Integer call() throws Exception {
        SshInclude usual = SshInclude.of(System.getenv());
        SshInclude include = file == null ? usual : usual.in(file);
        boolean changed = false;
        if (change.install || change.remove) {
            if (include.installed() == change.install) {
                return shown(include, false);
            }
            if (!yes && !agreed(include)) {
                session().aside("Nothing was changed.");
                return CommandSession.PROBLEM;
            }
            changed = change.install ? include.install() : include.remove();
        }
        return shown(include, changed);
    }

    private boolean agreed(SshInclude include) throws AgentException, IOException {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new AgentException(
                    Problem.of(
                            ProblemCode.BAD_REQUEST,
                            "no terminal to ask on",
                            "standard input is not a terminal: expected one to ask whether " + include.file()
                                    + " may be changed",
                            "Use --yes to change the file without being asked."),
                    null);
        }
        String question =
                change.install ? "Put this line first in %s?%n  %s%n[y/N] " : "Remove this line from %s?%n  %s%n[y/N] ";
        String answer = console.readLine(question, include.file(), include.line());
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private int shown(SshInclude include, boolean changed) throws IOException {
        boolean installed = include.installed();
        if (json) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("line", include.line());
            answer.put("file", include.file().toString());
            answer.put("installed", installed);
            answer.put("changed", changed);
            session().json(answer);
            return 0;
        }
        session().line("%s", include.line());
        String what = changed ? "now" : installed ? "already" : "not";
        session()
                .aside(
                        change.remove && changed
                                ? "is no longer in %s".formatted(include.file())
                                : "is %s the first of %s%s"
                                        .formatted(
                                                what,
                                                include.file(),
                                                installed ? "" : "; `belljar ssh-config --install` puts it there"));
        return 0;
    }
}
