package dev.belljar.agent.guest;

import java.util.List;

/// Gets what comes over a guest link. The link's thread makes one call at a time. A slow observer slows down the
/// guest's events and nothing else; nothing is dropped. An observer that throws is taken to have recorded
/// nothing.
public interface LinkObserver {
    /// The highest event number of this boot that is on disk; the guest sends the events after it again.
    long recorded(String bootId);

    /// Called when the link is up.
    void up(GuestHello hello);

    /// Records numbered events, in order. When this returns they are on disk, and the guest is told to drop
    /// them.
    ///
    /// @throws InterruptedException when the host agent is stopping; the events were not recorded
    void events(String bootId, List<GuestEvent> events) throws InterruptedException;

    /// Called when a flow is about to begin: at once, on the thread that reads the link, possibly during other
    /// calls. It must not block.
    default void flow(GuestFlow flow) {}

    /// Takes the guest's heartbeat, once a second.
    void beat(GuestHeartbeat beat);

    /// Called when the link broke or heartbeats stopped (none for 3 s); `reason` is a sentence. It is called
    /// once after each `up`, but not when this side closes the link.
    void down(String reason);
}
