package dev.belljar.agent.snapshot;

import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.Optional;

/// Machines that were started from a template in advance and are paused until a sandbox needs one.
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

    /// Reserves a machine with these limits and returns the id that the sandbox must have.
    Optional<String> reserve(MachineLimits limits);

    /// Hands over the paused machine that was reserved under this id, if it was started with this plan. A
    /// machine that does not fit is ended.
    Optional<Ready> claim(String id, String plan) throws InterruptedException;

    /// Ends a reserved machine that is not needed after all.
    void release(String id) throws InterruptedException;

    /// Begins to prepare a machine of this shape for the next sandbox; returns at once.
    void fill(MachineSpec shape);

    /// A machine that only has to be resumed; `plan` is its template's.
    record Ready(Machine machine, String plan) {}
}
