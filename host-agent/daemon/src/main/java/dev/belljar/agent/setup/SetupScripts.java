package dev.belljar.agent.setup;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The scripts of Belljar's that set up an environment. Their text never changes: words of the environment are
/// their arguments.
final class SetupScripts {
    private SetupScripts() {}

    /// A command that runs a script with these arguments as this user, or as the machine's default user if
    /// null.
    static ExecCommand command(String name, List<String> arguments, @Nullable String user, Duration limit) {
        ExecCommand plain = BelljarScript.command(name, text(name), user, limit);
        List<String> argv = new ArrayList<>(plain.argv());
        argv.addAll(arguments);
        return new ExecCommand(argv, plain.cwd(), plain.env(), plain.user(), false, 0, 0, plain.timeoutMillis());
    }

    private static String text(String name) {
        try (InputStream stream = SetupScripts.class.getResourceAsStream(name + ".sh")) {
            if (stream == null) {
                throw new IllegalStateException(name + ".sh: missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + ".sh: cannot be read from this build", e);
        }
    }
}
