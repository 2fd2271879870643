package dev.belljar.agent.gateway.flow;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.gateway.TokenBucket;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import java.time.Clock;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The flows of one machine: reports to an observer when they open, change and close, at a rate that no guest
/// can raise.
///
/// A packet belongs to the flow of its protocol and both ends. The decision is made once, when the flow opens,
/// and holds until the flow was quiet for a while. A guest that opens more flows than the rate allows gets the
/// same decisions, but its flows are summed up in one flow per protocol whose rule says how many they were: so
/// events and memory are bounded, and every flow is counted. Every flow that was reported as open is reported
/// as closed, with all its bytes. `bytes` of an event is what passed since the event before, so that their sum
/// is the flow's total.
///
/// Not safe for several threads.
public final class FlowLog {
    static final int MOST_LIVE = 65_536;
    static final long QUIET_MILLIS = 10_000;
    static final int OPENS_PER_SECOND = 20;
    public static final int OPENS_AT_ONCE = 500;
    static final int UPDATES_PER_SWEEP = 20;
    static final int CARRIED_PER_SECOND = 50;
    static final int CARRIED_AT_ONCE = 2_000;
    /// How long after a flow opened the guest may still report its process.
    private static final long LATE_WORD_MILLIS = 5_000;

    private final NetObserver observer;
    private final EgressPolicy policy;
    private final Clock clock;
    private final GatewayCounters counters;
    private final Map<String, TokenBucket> budgets = new HashMap<>();
    private final Map<FlowKey, ActiveFlow> live = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<FlowKey, ActiveFlow> standing = new LinkedHashMap<>();
    private final Map<String, FlowFlood> floods = new LinkedHashMap<>();
    private final Set<ActiveFlow> carried = new LinkedHashSet<>();
    private final TokenBucket carriedBudget;
    private final Set<ActiveFlow> changed = new LinkedHashSet<>();
    private final ProcessFinder finder;
    private long nextId;

    public FlowLog(
            NetObserver observer, EgressPolicy policy, ProcessFinder finder, Clock clock, GatewayCounters counters) {
        this.finder = finder;
        this.observer = observer;
        this.policy = policy;
        this.clock = clock;
        this.counters = counters;
        this.carriedBudget = new TokenBucket(CARRIED_PER_SECOND, CARRIED_AT_ONCE, clock);
        // A later gateway of the same machine must not use these numbers again.
        this.nextId = clock.millis() * 1000;
    }

    /// Counts a packet of `bytes` bytes from the guest, and opens its flow if there is none.
    ///
    /// @return the flow's decision: `first` is asked only when the flow opens
    public FlowDecision packet(FlowKey key, @Nullable String name, int bytes, Supplier<FlowDecision> first) {
        ActiveFlow flow = live.get(key);
        if (flow != null) {
            flow.countUp(bytes);
            flow.lastSeen = clock.millis();
            changed.add(flow);
            return flow.decision;
        }
        FlowDecision decision = first.get();
        count(key.destination(name, sender(key)), decision);
        if (affordable(key)) {
            open(key, name, bytes, decision);
        } else {
            flood(key, bytes, 0, decision);
        }
        return decision;
    }

    /// Counts a packet of the traffic that every machine needs to have a network: its flow is reported once and
    /// closed with the gateway. Callers use a fixed set of keys.
    public void standing(FlowKey key, int bytes, FlowDecision decision) {
        ActiveFlow flow = standing.get(key);
        if (flow == null) {
            flow = new ActiveFlow(nextId++, key, null, decision, clock.millis());
            standing.put(key, flow);
            count(key.destination(null, sender(key)), decision);
            flow.up = bytes;
            flow.packets = 1;
            tell(NetOp.OPEN, flow);
            return;
        }
        flow.countUp(bytes);
    }

    /// Whether a flow is listed under another name or none.
    public boolean listedWithout(FlowKey key, String name) {
        ActiveFlow flow = live.get(key);
        return flow != null && !name.equals(flow.name);
    }

    /// Counts bytes to the guest, if their flow is listed.
    public void answered(FlowKey key, int bytes) {
        ActiveFlow flow = live.get(key);
        if (flow != null) {
            flow.countDown(bytes);
            // The answer to a refused packet needs no event: it is counted in the flow's next event.
            if (flow.decision.verdict() != Verdict.REFUSED) {
                changed.add(flow);
            }
            return;
        }
        ActiveFlow kept = standing.get(key);
        if (kept != null) {
            kept.countDown(bytes);
        }
    }

    /// The decision of a flow; null if the flow is not listed.
    @Nullable
    public FlowDecision known(FlowKey key) {
        ActiveFlow flow = live.get(key);
        return flow == null ? null : flow.decision;
    }

    /// Opens a flow whose owner reports its changes and its end; it is listed as soon as the rate allows.
    public ActiveFlow carry(FlowKey key, @Nullable String name, FlowDecision decision) {
        ActiveFlow stale = live.remove(key);
        if (stale != null) {
            close(stale);
        }
        count(key.destination(name, sender(key)), decision);
        ActiveFlow flow = new ActiveFlow(nextId++, key, name, decision, clock.millis());
        flow.of(sender(key));
        carried.add(flow);
        changed.add(flow);
        list(flow);
        return flow;
    }

    private void list(ActiveFlow flow) {
        if (carriedBudget.take()) {
            flow.listed = true;
            changed.remove(flow);
            tell(NetOp.OPEN, flow);
        }
    }

    /// The process of a flow, if the guest has reported it.
    @Nullable
    public SendingProcess sender(FlowKey key) {
        int from = key.sourcePort();
        return switch (key.protocol()) {
            case "tcp", "udp" -> finder.find(key.protocol(), from, key.target(), key.targetPort());
            case "dns" -> {
                SendingProcess udpSender = finder.find("udp", from, key.target(), key.targetPort());
                yield udpSender == null ? finder.find("tcp", from, key.target(), key.targetPort()) : udpSender;
            }
            default -> null;
        };
    }

    /// Notes that a carried flow has new figures.
    public void changed(ActiveFlow flow) {
        changed.add(flow);
    }

    /// Notes a new decision for a carried flow.
    public void decided(ActiveFlow flow, FlowDecision decision) {
        if (decision.verdict() == Verdict.REFUSED && flow.decision.verdict() != Verdict.REFUSED) {
            counters.refused();
            policy.refused(flow.key.destination(flow.name, flow.sender), decision.rule());
        }
        flow.decision = decision;
        if (flow.listed) {
            changed.remove(flow);
            tell(NetOp.UPDATE, flow);
        }
    }

    /// Closes a carried flow; closing it again does nothing.
    public void ended(ActiveFlow flow) {
        if (!carried.remove(flow)) {
            return;
        }
        if (flow.listed) {
            close(flow);
        } else {
            changed.remove(flow);
            floods.computeIfAbsent(flow.key.family(), family -> new FlowFlood(nextId++, family, flow.key))
                    .add(flow.up, flow.down, flow.decision);
        }
    }

    /// Reports a DNS question and its answer in one event.
    public void dnsQuery(FlowKey key, String name, int up, int down, FlowDecision decision) {
        dnsQuery(key, key.destination(name, sender(key)), up, down, decision);
    }

    /// The same for a question whose name may be known to lead to an address.
    public void dnsQuery(FlowKey key, Destination asked, int up, int down, FlowDecision decision) {
        String name = String.valueOf(asked.name());
        count(asked, decision);
        if (!affordable(key)) {
            flood(key, up, down, decision);
            return;
        }
        ActiveFlow flow = new ActiveFlow(nextId++, key, name, decision, clock.millis());
        flow.up = up;
        flow.down = down;
        flow.packets = FlowFlood.packets(down);
        tell(NetOp.DNS, flow);
    }

    private void count(Destination destination, FlowDecision decision) {
        boolean refused = decision.verdict() == Verdict.REFUSED;
        counters.flow(refused);
        if (refused) {
            policy.refused(destination, decision.rule());
        }
    }

    private boolean affordable(FlowKey key) {
        return budgets.computeIfAbsent(key.family(), family -> new TokenBucket(OPENS_PER_SECOND, OPENS_AT_ONCE, clock))
                .take();
    }

    private void open(FlowKey key, @Nullable String name, int bytes, FlowDecision decision) {
        if (live.size() >= MOST_LIVE) {
            Iterator<ActiveFlow> eldest = live.values().iterator();
            ActiveFlow leaving = eldest.next();
            eldest.remove();
            close(leaving);
        }
        ActiveFlow flow = new ActiveFlow(nextId++, key, name, decision, clock.millis());
        flow.up = bytes;
        flow.packets = 1;
        flow.lastSeen = clock.millis();
        live.put(key, flow);
        tell(NetOp.OPEN, flow);
    }

    private void flood(FlowKey key, int up, int down, FlowDecision decision) {
        floods.computeIfAbsent(key.family(), family -> new FlowFlood(nextId++, family, key))
                .add(up, down, decision);
    }

    /// Reports changed flows and closes quiet ones; to be called about once a second.
    public void sweep() {
        Iterator<ActiveFlow> flows = live.values().iterator();
        long quietSince = clock.millis() - QUIET_MILLIS;
        while (flows.hasNext()) {
            ActiveFlow flow = flows.next();
            // The flows are in the order of their last packets: the first one that is not quiet ends the search.
            if (flow.lastSeen > quietSince) {
                break;
            }
            flows.remove();
            close(flow);
        }
        update();
        floods.values().removeIf(this::tellFlood);
    }

    private void update() {
        Iterator<ActiveFlow> flows = changed.iterator();
        for (int i = 0; i < UPDATES_PER_SWEEP && flows.hasNext(); i++) {
            ActiveFlow flow = flows.next();
            flows.remove();
            if (carried.contains(flow) && !flow.listed) {
                list(flow);
            } else {
                tell(NetOp.UPDATE, flow);
            }
        }
    }

    private boolean tellFlood(FlowFlood flood) {
        NetOp op = flood.next();
        observer.seen(flood.event(op, clock.millis()));
        return op == NetOp.CLOSE;
    }

    /// Closes every flow; nothing is reported after that.
    public void close() {
        List.copyOf(carried).forEach(this::ended);
        live.values().forEach(this::close);
        live.clear();
        standing.values().forEach(this::close);
        standing.clear();
        while (!floods.isEmpty()) {
            floods.values().removeIf(this::tellFlood);
        }
    }

    private void close(ActiveFlow flow) {
        changed.remove(flow);
        tell(NetOp.CLOSE, flow);
    }

    /// How many flows are open.
    public int size() {
        return live.size();
    }

    private void tell(NetOp op, ActiveFlow flow) {
        FlowKey key = flow.key;
        // Later the port may belong to another process.
        if (flow.sender == null && clock.millis() - flow.began < LATE_WORD_MILLIS) {
            flow.of(sender(key));
        }
        SendingProcess sender = flow.sender;
        observer.seen(new NetEvent(
                0,
                clock.millis(),
                op,
                flow.id,
                sender == null ? null : (Integer) sender.pid(),
                sender == null ? null : sender.name(),
                sender == null ? null : sender.program(),
                "egress",
                key.protocol(),
                key.source().withPort(key.sourcePort()),
                key.target().withPort(key.targetPort()),
                flow.name,
                flow.tell(),
                flow.up,
                flow.down,
                flow.packets,
                flow.decision.verdict(),
                flow.decision.rule(),
                flow.decision.reason(),
                flow.decision.layer()));
    }
}
