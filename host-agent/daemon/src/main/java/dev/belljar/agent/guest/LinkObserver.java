package dev.belljar.agent.guest;

import java.util.List;

/// Who is told what comes over a guest link. Calls come one at a time from the link's own thread; a slow observer
/// slows the guest's events down and nothing else, and nothing is dropped. An observer that throws has recorded
/// nothing.
public interface LinkObserver {
    /// The highest event number of this boot that is safely recorded; the guest sends again from there.
    long recorded(String bootId);

    /// The link is in step with the guest.
    void up(GuestHello hello);

    /// Numbered events in order. When this returns they are on disk, and the guest is told to forget them.
    ///
    /// @throws InterruptedException when the host agent is stopping; the events were not recorded
    void events(String bootId, List<GuestEvent> events) throws InterruptedException;

    /// A flow is about to begin. Told at once, from the thread that reads the link, beside all other calls: it must
    /// not wait.
    default void flow(GuestFlow flow) {}

    /// The guest's figures, once a second.
    void beat(GuestHeartbeat beat);

    /// The link broke or heartbeats stopped (3 s without one); `reason` is a sentence. Comes once after each `up`,
    /// but not when this side closes the link.
    void down(String reason);
}
