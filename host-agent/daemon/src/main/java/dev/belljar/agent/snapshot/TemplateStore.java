package dev.belljar.agent.snapshot;

import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.problem.BelljarException;
import java.util.Map;
import java.util.Optional;

/// Templates: machines that were booted once and saved, from which new sandboxes start instead of booting.
public interface TemplateStore {
    /// A host without templates: every machine boots.
    TemplateStore NONE = new TemplateStore() {
        @Override
        public Optional<SavedState> of(MachineSpec shape, Progress progress) {
            return Optional.empty();
        }

        @Override
        public Map<String, String> identity(String plan) {
            return Map.of();
        }
    };

    /// Receives the progress of making a template.
    interface Progress {
        void at(String step);
    }

    /// The template for a machine of this shape, made now if there is none; empty if this host cannot have one.
    /// Its files are verified.
    ///
    /// @throws BelljarException when it could not be made
    Optional<SavedState> of(MachineSpec shape, Progress progress) throws BelljarException, InterruptedException;

    /// The identity of this template's machine; empty if it is no longer known.
    Map<String, String> identity(String plan);
}
