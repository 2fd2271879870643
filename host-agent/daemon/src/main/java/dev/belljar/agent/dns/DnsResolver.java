package dev.belljar.agent.dns;

import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.sockets.ExternalNetwork;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Resolves names by asking the host's name servers, and caches the results for as long as the answers allow,
/// within bounds.
///
/// Not safe for several threads.
public final class DnsResolver {
    static final int MOST_KEPT = 4_096;
    static final int MOST_PENDING = 256;
    private static final long NOTHING_SECONDS = 10;
    private static final long SHORTEST_SECONDS = 1;

    private record CachedResult(DnsResult outcome, long until) {}

    private final ExternalNetwork outside;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, CachedResult> kept = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<String, DnsLookup> pending = new LinkedHashMap<>();

    /// A resolver that asks the name servers of `outside`.
    public DnsResolver(ExternalNetwork outside, Clock clock) {
        this.outside = outside;
        this.clock = clock;
    }

    /// The cached result for a name, null if there is none.
    public @Nullable DnsResult known(String name) {
        CachedResult known = kept.get(name);
        long left = known == null ? 0 : known.until - clock.millis();
        if (known == null || left <= 0) {
            kept.remove(name);
            return null;
        }
        return new DnsResult(known.outcome.code(), known.outcome.addresses(), Math.max(1, left / 1000));
    }

    /// Whether a look-up of this name is under way.
    public boolean asking(String name) {
        return pending.containsKey(name);
    }

    /// Resolves a name, which must be in the form that `DnsMessage.name` gives; `then` gets the result, now or
    /// later.
    public void resolve(String name, Consumer<DnsResult> then) {
        DnsResult known = known(name);
        if (known != null) {
            then.accept(known);
            return;
        }
        DnsLookup lookup = pending.get(name);
        if (lookup == null) {
            if (pending.size() >= MOST_PENDING) {
                then.accept(DnsResult.FAILED);
                return;
            }
            DnsQuery query = new DnsQuery(random.nextInt(1 << 16), name);
            lookup = new DnsLookup(query, outside, found -> keep(name, found));
            pending.put(name, lookup);
            lookup.tell(then);
            lookup.begin(clock.millis());
        } else {
            lookup.tell(then);
        }
    }

    private void keep(String name, DnsResult found) {
        pending.remove(name);
        if (kept.size() >= MOST_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
        boolean nothing = found.addresses().isEmpty() && found.code() != DnsMessage.SERVER_FAILURE;
        long seconds = nothing ? NOTHING_SECONDS : Math.max(SHORTEST_SECONDS, found.seconds());
        kept.put(name, new CachedResult(found, clock.millis() + seconds * 1000));
    }

    /// Ends tries whose server does not answer in time; to be called several times a second while `busy`.
    public void tick() {
        long now = clock.millis();
        List.copyOf(pending.values()).forEach(lookup -> lookup.tick(now));
    }

    /// Whether look-ups are under way.
    public boolean busy() {
        return !pending.isEmpty();
    }

    /// Drops all look-ups without a result.
    public void close() {
        pending.values().forEach(DnsLookup::close);
        pending.clear();
    }
}
