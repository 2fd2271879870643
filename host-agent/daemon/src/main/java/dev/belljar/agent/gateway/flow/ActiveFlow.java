package dev.belljar.agent.gateway.flow;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// A flow that is open.
public final class ActiveFlow {
    public final long id;
    final FlowKey key;

    @Nullable
    public String name;

    public FlowDecision decision;
    /// The process that sends the flow's packets; null until it is known.
    @Nullable
    SendingProcess sender;

    final long began;
    /// Whether an event reported the flow as open.
    boolean listed;
    long up;
    long down;
    long packets;
    long lastSeen;
    private long reported;

    ActiveFlow(long id, FlowKey key, @Nullable String name, FlowDecision decision, long began) {
        this.began = began;
        this.id = id;
        this.key = key;
        this.name = name;
        this.decision = decision;
    }

    /// Counts a packet of `bytes` from the guest.
    public void countUp(int bytes) {
        up += bytes;
        packets++;
        if (sender != null && decision.verdict() == Verdict.ALLOWED) {
            sender.sent(bytes);
        }
    }

    /// Counts a packet of `bytes` to the guest.
    public void countDown(int bytes) {
        down += bytes;
        packets++;
    }

    /// Sets the process of the flow, if one was found.
    void of(@Nullable SendingProcess found) {
        if (sender == null && found != null) {
            sender = found;
            found.began();
        }
    }

    /// The bytes since the last event; they count as reported from now on.
    long tell() {
        long news = up + down - reported;
        reported = up + down;
        return news;
    }
}
