package dev.belljar.agent.guest;

import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The shell scripts that the host agent runs in machines. Each has a name by which it can be told from the
/// developer's programs in a list of processes.
public final class BelljarScript {
    private static final String TEXT = "BELLJAR_SCRIPT";

    private BelljarScript() {}

    /// A command that runs a script in `/` as this user, or as the machine's default user if null; a `limit` of
    /// zero means no time limit.
    ///
    /// The text is passed in an environment variable: as an argument it would fill the developer's list of
    /// processes.
    public static ExecCommand command(String name, String text, @Nullable String user, Duration limit) {
        return new ExecCommand(AgentScripts.argv(name), "/", Map.of(TEXT, text), user, false, 0, 0, limit.toMillis());
    }

    /// The same command with the programs of Belljar's base, for a script about the workspace: the machine
    /// may have the files of an image, which need not have git, or has one that does something else.
    public static ExecCommand withTools(ExecCommand command) {
        Map<String, String> variables = new HashMap<>(command.env());
        variables.put("BELLJAR_TOOLS", "1");
        return new ExecCommand(
                command.argv(),
                command.cwd(),
                variables,
                command.user(),
                command.pty(),
                command.rows(),
                command.cols(),
                command.timeoutMillis());
    }

    /// True if the command runs a script, with or without arguments.
    public static boolean is(ExecCommand command) {
        return command.env().containsKey(TEXT);
    }
}
