package dev.belljar.agent.snapshot;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.problem.BelljarException;

/// What a clean machine gets beyond its image before it is saved, so that every copy has it at once.
public interface TemplateSetup {
    /// Nothing.
    TemplateSetup NONE = new TemplateSetup() {
        @Override
        public String key() {
            return "";
        }

        @Override
        public void fit(GuestLink link) {}
    };

    /// Names what it would be now, in `[0-9a-z]{0,32}`; empty for nothing.
    String key();

    /// Gives it to this machine, which is clean and at rest, and leaves it so.
    ///
    /// @throws BelljarException when the machine did not take it
    void fit(GuestLink link) throws BelljarException, InterruptedException;
}
