package dev.belljar.agent.mirror;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import java.util.Map;
import java.util.Optional;

/// Gives guests the mirrors that the user chose.
public interface ChosenMirrors {
    /// Guests use none.
    ChosenMirrors NONE = new ChosenMirrors() {
        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public Optional<MirrorSetup> setup(Map<String, String> placeholders) {
            return Optional.empty();
        }
    };

    /// The command that makes the package managers of a guest use the mirrors, with its standard input. It
    /// undoes what an earlier one did.
    record MirrorSetup(ExecCommand command, byte[] input) {}

    /// The environment variables that all the developer's programs in a guest get.
    ///
    /// @throws BelljarException when the choices cannot be read
    Map<String, String> environment() throws BelljarException;

    /// What to run in a guest that has these placeholders, by the names of the secrets; empty if no guest ever
    /// used a mirror.
    ///
    /// @throws BelljarException when the choices cannot be read
    Optional<MirrorSetup> setup(Map<String, String> placeholders) throws BelljarException;
}
