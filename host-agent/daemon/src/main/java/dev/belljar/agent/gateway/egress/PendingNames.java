package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The names with open approvals: one approval for each name, each private address it leads to, and each program
/// that asks, however often the guest asks.
public final class PendingNames {
    static final int MOST_NAMES = 256;
    static final int MOST_WAITING = 16;
    private static final long GIVEN_UP_MILLIS = Duration.ofSeconds(75).toMillis();

    private final EgressBoundary boundary;
    private final ExternalNetwork outside;
    private final Clock clock;
    private final Map<Asked, Held> names = new LinkedHashMap<>();

    /// A name, the address it leads to if known, and the program that asks if known.
    private record Asked(
            String name, IpAddress address, @Nullable String program) {}

    private static final class Held {
        final List<Consumer<FlowDecision>> waiting = new ArrayList<>();

        @Nullable
        PendingApproval hold;

        long askedAt;
    }

    public PendingNames(EgressBoundary boundary, ExternalNetwork outside, Clock clock) {
        this.boundary = boundary;
        this.outside = outside;
        this.clock = clock;
    }

    /// Asks for an approval of a name; `then` gets the answer once, now or later, or never if too many wait for
    /// the same name.
    public void ask(RequestedDestination destination, Consumer<FlowDecision> then) {
        Asked name = new Asked(
                String.valueOf(destination.name()),
                destination.address(),
                destination.destination().program());
        Held held = names.get(name);
        if (held == null && names.size() >= MOST_NAMES) {
            then.accept(EgressBoundary.never("too many DNS queries are waiting for your answer"));
            return;
        }
        boolean asks = held == null;
        Held entry = held == null ? new Held() : held;
        entry.askedAt = clock.millis();
        if (entry.waiting.size() < MOST_WAITING) {
            entry.waiting.add(then);
        }
        if (asks) {
            names.put(name, entry);
            entry.hold = boundary.hold(destination, answer -> outside.later(() -> answered(name, entry, answer)));
        }
    }

    private void answered(Asked name, Held entry, FlowDecision answer) {
        if (names.remove(name, entry)) {
            entry.waiting.forEach(waiting -> waiting.accept(answer));
        }
    }

    /// Withdraws approvals of names that no guest program has asked for again in a while.
    public void sweep() {
        long since = clock.millis() - GIVEN_UP_MILLIS;
        names.values().removeIf(held -> {
            boolean givenUp = held.askedAt < since;
            if (givenUp) {
                withdraw(held);
                FlowDecision refusal =
                        FlowDecision.refused(RefusalReason.NOT_ANSWERED, "the guest gave up", RuleLayer.NETWORK_MODE);
                held.waiting.forEach(waiting -> waiting.accept(refusal));
            }
            return givenUp;
        });
    }

    private static void withdraw(Held held) {
        if (held.hold != null) {
            held.hold.close();
        }
    }

    public void close() {
        names.values().forEach(PendingNames::withdraw);
        names.clear();
    }
}
