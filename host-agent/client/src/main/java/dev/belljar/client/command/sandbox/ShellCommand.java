package dev.belljar.client.command.sandbox;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.request.session.ExecCommand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar shell N`: runs a login shell in the machine, in this terminal; without a terminal the shell reads
/// commands from standard input to its end.
@CommandExamples({
    "belljar shell shop | Open a login shell in /workspace.",
    "belljar shell shop < setup.sh | Run the commands in a file."
})
@Command(
        name = "shell",
        description = "Open a shell in a sandbox, or run a script from standard input.",
        mixinStandardHelpOptions = true)
final class ShellCommand extends SandboxCommand {
    @Option(
            names = {"-u", "--user"},
            paramLabel = "USER",
            description = "Guest user to log in as (default: agent).")
    @Nullable
    String user;

    ShellCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        boolean terminal = ControllingTerminal.isInput();
        TerminalSize size = terminal ? ControllingTerminal.size() : TerminalSize.NONE;
        return new TerminalAttachment(session(), sandbox)
                .run(new ExecCommand(
                        List.of("/bin/bash", "-l"), null, Map.of(), user, terminal, size.rows(), size.cols(), 0));
    }
}
