package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.dns.DnsResolver;
import dev.belljar.agent.dns.DnsResult;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks up the names of a guest's questions.
///
/// A name that a rule names (`asHost`) is looked up as the host does it: by the host's own file of names first,
/// and a name of one label in the host's search domains. Any other name is only asked of the name servers.
/// Otherwise a guest could read that file by asking.
///
/// A look-up can carry data out, so a name that needs an approval is not looked up before the answer, except
/// where that gives nothing away to anybody outside the developer's own network: a name of the host's file, a
/// name in a search domain of the host, and the name of a package registry that everybody knows.
final class NameLookup {
    private static final long HOSTS_SECONDS = 10;
    private static final int LONGEST = 253;

    private final EgressPolicy policy;
    private final ExternalNetwork outside;
    private final DnsResolver resolver;

    NameLookup(EgressPolicy policy, ExternalNetwork outside, Clock clock) {
        this.policy = policy;
        this.outside = outside;
        this.resolver = new DnsResolver(outside, clock);
    }

    /// The result that is known without asking a name server; null if there is none.
    @Nullable
    DnsResult known(String name, boolean asHost) {
        DnsResult own = asHost ? ofHost(name) : null;
        return own == null ? known(names(name, asHost)) : own;
    }

    private @Nullable DnsResult ofHost(String name) {
        List<IpAddress> own = outside.hosts(name);
        return own.isEmpty() ? null : new DnsResult(0, own, HOSTS_SECONDS);
    }

    private @Nullable DnsResult known(List<String> names) {
        DnsResult last = null;
        for (String each : names) {
            last = resolver.known(each);
            if (last == null || !last.addresses().isEmpty()) {
                return last;
            }
        }
        return last;
    }

    /// Whether a look-up of this name is under way.
    boolean asking(String name, boolean asHost) {
        return names(name, asHost).stream().anyMatch(resolver::asking);
    }

    /// Asks the name servers, unless the result is known; `then` gets the result, now or later.
    void resolve(String name, boolean asHost, Consumer<DnsResult> then) {
        DnsResult known = known(name, asHost);
        if (known == null) {
            resolve(names(name, asHost), then);
        } else {
            then.accept(known);
        }
    }

    private void resolve(List<String> names, Consumer<DnsResult> then) {
        resolver.resolve(names.getFirst(), outcome -> {
            if (outcome.addresses().isEmpty() && names.size() > 1) {
                resolve(names.subList(1, names.size()), then);
            } else {
                then.accept(outcome);
            }
        });
    }

    /// Looks up a name before the developer is asked about it, if that gives nothing away. `then` gets the
    /// result, or null without one, now or later. `affordable` is asked before name servers are.
    void ahead(String name, Predicate<String> affordable, Consumer<@Nullable DnsResult> then) {
        DnsResult own = ofHost(name);
        List<String> harmless = own == null ? harmless(name) : List.of();
        DnsResult known = own == null ? known(harmless) : own;
        if (known != null || harmless.isEmpty()) {
            then.accept(known);
        } else if (harmless.stream().anyMatch(resolver::asking) || affordable.test(name)) {
            resolve(harmless, outcome -> then.accept(outcome));
        } else {
            then.accept(null);
        }
    }

    /// The names to ask for, in this order, that give nothing away; empty if there are none.
    private List<String> harmless(String name) {
        if (name.indexOf('.') < 0) {
            return inDomains(name).toList();
        }
        boolean inside = outside.searchDomains().stream().anyMatch(domain -> name.endsWith("." + domain));
        return inside || policy.wellKnown(name) ? List.of(name) : List.of();
    }

    /// The names to ask name servers for, one after the other until one has an address.
    private List<String> names(String name, boolean asHost) {
        return name.indexOf('.') >= 0 || !asHost
                ? List.of(name)
                : Stream.concat(inDomains(name), Stream.of(name)).toList();
    }

    private Stream<String> inDomains(String label) {
        return outside.searchDomains().stream()
                .map(domain -> label + "." + domain)
                .filter(name -> name.length() <= LONGEST);
    }

    /// To be called several times a second while `busy`.
    void tick() {
        resolver.tick();
    }

    boolean busy() {
        return resolver.busy();
    }

    void close() {
        resolver.close();
    }
}
