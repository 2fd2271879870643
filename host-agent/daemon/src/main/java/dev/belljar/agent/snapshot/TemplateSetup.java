package dev.belljar.agent.snapshot;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.problem.BelljarException;

/// Installs software in a template's machine before it is saved, so that every copy has it at once.
public interface TemplateSetup {
    /// Installs nothing.
    TemplateSetup NONE = new TemplateSetup() {
        @Override
        public String key() {
            return "";
        }

        @Override
        public void fit(GuestLink link) {}
    };

    /// A key of the software it would install now, in `[0-9a-z]{0,32}`; empty for none.
    String key();

    /// Installs it in this machine, which is new and idle, and leaves the machine idle.
    ///
    /// @throws BelljarException when the installation fails
    void fit(GuestLink link) throws BelljarException, InterruptedException;
}
