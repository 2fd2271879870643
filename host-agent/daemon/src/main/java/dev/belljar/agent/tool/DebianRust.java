package dev.belljar.agent.tool;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import java.nio.file.Path;
import java.time.Duration;

/// Debian's packages of Rust, for hosts without a Rust that can be used. `script` is `build-image`, which
/// knows the archive of the guest image.
public record DebianRust(Path script) {
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final int SAID = 64 << 10;

    /// The packages by the script of this checkout or installation.
    public static DebianRust in(Path home) {
        return new DebianRust(home.resolve("microvm-nix/debian/build-image"));
    }

    /// Downloads the packages and unpacks them into this empty folder: programs into `bin`, libraries into `lib`.
    /// Nothing is installed.
    ///
    /// @throws ToolException when they cannot be downloaded
    void unpack(Crate crate, Path folder) throws ToolException, InterruptedException {
        try {
            Command.Output said = Command.of("nice", "-n", "19", script.toString(), "--rust", folder.toString())
                    .timeout(PATIENCE)
                    .keep(SAID)
                    .run();
            if (said.exit() != 0) {
                String why = said.errorText().lines().reduce((_, last) -> last).orElse("exit code " + said.exit());
                throw ToolException.noRust(crate, why);
            }
        } catch (CommandException e) {
            throw ToolException.noRust(crate, String.valueOf(e.getMessage()));
        }
    }
}
