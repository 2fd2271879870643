package dev.belljar.agent.jail;

import dev.belljar.agent.jail.plan.JailException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The program `belljar-jail` of this installation or checkout.
record JailProgram(Path home) {
    private static final Path FILE = Path.of("microvm-nix", "guest-agent", "jail", "build", "belljar-jail");

    /// Its path.
    ///
    /// @throws JailException if it is not built
    Path path() throws JailException {
        Path program = home.resolve(FILE);
        if (!Files.isExecutable(program)) {
            throw new JailException(
                    JailException.UNAVAILABLE,
                    program + " does not exist",
                    "Build it with `make -C microvm-nix/guest-agent/jail`, or reinstall the package.");
        }
        return program;
    }
}
