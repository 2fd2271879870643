package dev.belljar.agent.recording;

import dev.belljar.contract.event.Event;

/// Receives what is observed in a machine. The calls come from the threads of the guest link and of the
/// gateway, so they must return at once.
public interface GuestListener {
    /// Ignores everything.
    GuestListener NONE = new GuestListener() {
        @Override
        public void happened(Event event) {}

        @Override
        public void restarted() {}
    };

    /// An event was observed: one of the guest, or one of its flows.
    void happened(Event event);

    /// A machine is about to start; the processes that were known are gone, unless it resumes.
    void restarted();
}
