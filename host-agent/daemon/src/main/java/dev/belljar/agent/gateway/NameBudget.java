package dev.belljar.agent.gateway;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/// How many names a machine may have asked for: of all together, and of those under one parent, for a rule that
/// allows a whole suffix would else let anything out that fits into a name.
///
/// The parent is the last two labels. A hundred different names at once, then one in five seconds: no program is in
/// need of more, and a tunnel gets some 40 bytes a second out of it.
final class NameBudget {
    private static final int MOST_PARENTS = 1_024;
    private static final int AT_ONCE = 100;
    private static final double PER_SECOND = 0.2;
    private static final int ALL_AT_ONCE = 500;
    private static final double ALL_PER_SECOND = 20;

    private final Clock clock;
    private final TokenBucket all;
    private final Map<String, TokenBucket> parents = new LinkedHashMap<>(64, 0.75f, true);

    NameBudget(Clock clock) {
        this.clock = clock;
        this.all = new TokenBucket(ALL_PER_SECOND, ALL_AT_ONCE, clock);
    }

    /// Takes one question for a name that nothing is known of.
    boolean take(String name) {
        String parent = parent(name);
        if (parents.size() >= MOST_PARENTS && !parents.containsKey(parent)) {
            parents.remove(parents.keySet().iterator().next());
        }
        return all.take()
                && parents.computeIfAbsent(parent, any -> new TokenBucket(PER_SECOND, AT_ONCE, clock))
                        .take();
    }

    private static String parent(String name) {
        int last = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', Math.max(0, last - 1)) + 1);
    }
}
