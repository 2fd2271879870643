package dev.belljar.agent.guest;

import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import java.time.Duration;
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

    /// True if the command runs a script, with or without arguments.
    public static boolean is(ExecCommand command) {
        return command.env().containsKey(TEXT);
    }
}
