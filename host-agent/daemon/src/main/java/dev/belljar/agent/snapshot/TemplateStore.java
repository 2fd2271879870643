package dev.belljar.agent.snapshot;

import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.problem.BelljarException;
import java.util.Map;
import java.util.Optional;

/// Clean machines, booted once and saved, that new sandboxes go on from instead of booting.
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

    /// Who is told how far the making of a template is.
    interface Progress {
        void at(String step);
    }

    /// The template that a machine of this shape goes on from, made now if there is none; empty when this host
    /// cannot have one. Its files were verified.
    ///
    /// @throws BelljarException when it could not be made
    Optional<SavedState> of(MachineSpec shape, Progress progress) throws BelljarException, InterruptedException;

    /// Who the clean machine of this template was; empty when it is not known any more.
    Map<String, String> identity(String plan);
}
