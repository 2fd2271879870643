package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.policy.rule.HostName;
import dev.belljar.agent.policy.rule.ShortText;
import dev.belljar.contract.text.VisibleText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Collects what was blocked in a sandbox: each name, and each address without a name, once with its newest
/// reason.
///
/// The guest decides how often and for what names, so the number is limited. Thread-safe.
final class BlockedDestinations implements BiConsumer<Destination, String> {
    static final int MOST = 50;

    private final Map<String, BlockedDestination> all = new LinkedHashMap<>();

    @Override
    public synchronized void accept(Destination destination, String reason) {
        String name = destination.name();
        String canonical = name == null ? null : HostName.canonical(name).orElse(null);
        if (name != null && canonical == null) {
            return;
        }
        String where = canonical == null ? address(destination) : canonical;
        if (all.size() < MOST || all.containsKey(where)) {
            String shown = VisibleText.line(ShortText.of(where));
            all.put(where, new BlockedDestination(shown, VisibleText.line(reason), allowing(destination, canonical)));
        }
    }

    private static String address(Destination destination) {
        return destination.port() == 0 ? destination.address() : destination.address() + ":" + destination.port();
    }

    private static @Nullable String allowing(Destination destination, @Nullable String name) {
        if (destination.ofMachine() && !plainQuestion(destination)) {
            return null;
        }
        if (plainQuestion(destination)) {
            return name == null ? null : "allow " + name;
        }
        if (destination.special() != null || name == null) {
            return destination.namingRule().replace("`", "");
        }
        return "allow " + name + (destination.port() == 0 ? "" : ":" + destination.port());
    }

    /// Whether it is a DNS question whose name is not known to lead anywhere.
    private static boolean plainQuestion(Destination destination) {
        return destination.protocol().equals("dns") && !destination.leads();
    }

    synchronized List<BlockedDestination> list() {
        return List.copyOf(all.values());
    }
}
