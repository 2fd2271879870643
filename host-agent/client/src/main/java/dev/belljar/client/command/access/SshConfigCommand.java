package dev.belljar.client.command.access;

import dev.belljar.client.AgentException;
import dev.belljar.client.SshInclude;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
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
@CommandExamples({
    "belljar ssh-config | Show the line for ~/.ssh/config, and whether the file contains it.",
    "belljar ssh-config --install | Add the line to ~/.ssh/config, after asking.",
    "ssh belljar-shop | Log in to the sandbox shop."
})
@Command(
        name = "ssh-config",
        description = "Set up `ssh belljar-NAME` in ~/.ssh/config.",
        footer = {
            "",
            "Belljar maintains an SSH config file with one Host entry per sandbox. This command shows the line to"
                    + " add to your own SSH config file so that it includes Belljar's. Only --install and --remove"
                    + " change files in ~/.ssh. To connect without adding the line, use `ssh -F CONFIG belljar-NAME`,"
                    + " where CONFIG is the path shown in the line."
        },
        mixinStandardHelpOptions = true)
final class SshConfigCommand extends SessionCommand {
    @ArgGroup
    ConfigChangeOptions change = new ConfigChangeOptions();

    @Option(
            names = {"-y", "--yes"},
            description = "Change the config file without asking.")
    boolean yes;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "The config file to read or change (default: ~/.ssh/config).")
    @Nullable
    Path file;

    SshConfigCommand(CommandSession session) {
        super(session);
    }

    /// The change to make; without one the line is only printed.
    static final class ConfigChangeOptions {
        @Option(
                names = "--install",
                description = "Add the line at the top of the config file, after asking. The file is backed up first.")
        boolean install;

        @Option(names = "--remove", description = "Remove the line from the config file, after asking.")
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
                            "no terminal",
                            "standard input is not a terminal, so Belljar cannot ask whether " + include.file()
                                    + " may be changed",
                            "Use --yes to change the file without being asked."),
                    null);
        }
        String question = change.install
                ? "Add this line at the top of %s?%n  %s%n[y/N] "
                : "Remove this line from %s?%n  %s%n[y/N] ";
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
        session().aside("%s", standing(installed, changed).formatted(include.file()));
        return 0;
    }

    private String standing(boolean installed, boolean changed) {
        if (changed) {
            return change.remove ? "This line was removed from %s." : "This line was added at the top of %s.";
        }
        return installed
                ? "This line is already at the top of %s."
                : "This line is not at the top of %s; `belljar ssh-config --install` adds it there.";
    }
}
