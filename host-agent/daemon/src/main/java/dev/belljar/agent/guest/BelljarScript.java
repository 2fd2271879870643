package dev.belljar.agent.guest;

import dev.belljar.contract.request.ExecCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shell scripts that the host agent itself runs in machines, each under a name by which whoever looks at the processes
/// can tell them from the person's.
public final class BelljarScript {
    private BelljarScript() {}

    /// A script to run in `/` as this user, or as the machine's own with null; no limit of time when that is zero.
    ///
    /// The text goes as a variable: as an argument it would fill the list of processes, which is the person's.
    public static ExecCommand command(String name, String text, @Nullable String user, Duration limit) {
        return new ExecCommand(
                List.of("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-" + name),
                "/",
                Map.of("BELLJAR_SCRIPT", text),
                user,
                false,
                0,
                0,
                limit.toMillis());
    }
}
