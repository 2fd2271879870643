package dev.belljar.agent.mirror;

import dev.belljar.contract.request.session.ExecCommand;
import java.util.Map;
import java.util.Optional;

/// Gives guests the mirrors that the user chose.
public interface ChosenMirrors {
    /// Guests use none.
    ChosenMirrors NONE = new ChosenMirrors() {
        @Override
        public boolean everChosen() {
            return false;
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }

        @Override
        public Optional<MirrorSetup> setup(Map<String, String> placeholders) {
            return Optional.empty();
        }
    };

    /// The command that makes the package managers of a guest use the mirrors, with its standard input. It
    /// undoes what an earlier one did.
    record MirrorSetup(ExecCommand command, byte[] input) {}

    /// True if the user ever chose a mirror, so that a guest may have files or variables of it.
    boolean everChosen();

    /// Why the choices cannot be read, in which case guests stay as they are.
    Optional<String> problem();

    /// The environment variables that all the developer's programs in a guest get.
    Map<String, String> environment();

    /// What to run in a guest that has these placeholders, by the names of the secrets; empty if no mirror was
    /// ever chosen, or if the choices cannot be read.
    Optional<MirrorSetup> setup(Map<String, String> placeholders);
}
