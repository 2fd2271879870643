package dev.belljar.agent.snapshot;

import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.Optional;

/// Machines that were started from a template before anybody asked, and stand still until somebody does.
public interface WarmPool {
    /// A pool without machines.
    WarmPool NONE = new WarmPool() {
        @Override
        public Optional<String> reserve(MachineLimits limits) {
            return Optional.empty();
        }

        @Override
        public Optional<Ready> claim(String id, String plan) {
            return Optional.empty();
        }

        @Override
        public void release(String id) {}

        @Override
        public void fill(MachineSpec shape) {}
    };

    /// A machine with these limits, put aside for whoever asked: the id the sandbox must have.
    Optional<String> reserve(MachineLimits limits);

    /// The machine that was put aside under this id, standing still, if it runs under this plan; it is the caller's
    /// from now on. One that does not fit is ended.
    Optional<Ready> claim(String id, String plan) throws InterruptedException;

    /// Ends a machine that was put aside and is not wanted after all.
    void release(String id) throws InterruptedException;

    /// Sees to it that there is a machine like this one for the next who asks; returns at once.
    void fill(MachineSpec shape);

    /// A machine that only has to be let go on; `plan` is its template's.
    record Ready(Machine machine, String plan) {}
}
