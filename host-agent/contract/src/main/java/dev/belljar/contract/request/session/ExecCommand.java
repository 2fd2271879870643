package dev.belljar.contract.request.session;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Asks to run `argv` in the machine, with `pty` in a terminal of `rows` × `cols`. `timeoutMillis` 0 means no
/// limit; `cwd` defaults to `/workspace`, `user` to `agent`.
public record ExecCommand(
        List<String> argv,
        @Nullable String cwd,
        Map<String, String> env,
        @Nullable String user,
        boolean pty,
        int rows,
        int cols,
        long timeoutMillis) {
    public ExecCommand {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
    }

    /// A plain command in the workspace, with pipes and no time limit.
    public static ExecCommand of(String... argv) {
        return new ExecCommand(List.of(argv), null, Map.of(), null, false, 0, 0, 0);
    }
}
