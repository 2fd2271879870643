package dev.belljar.agent.setup;

import dev.belljar.agent.policy.BlockedDestination;
import java.util.ArrayList;
import java.util.List;

/// Says what was blocked during a setup, and what the user can do: to programs in the guest, a blocked name
/// looks like a broken network.
record BlockedText(String sandbox, List<BlockedDestination> blocked) {
    private static final int MOST_LINES = 20;

    BlockedText {
        blocked = List.copyOf(blocked);
    }

    /// A sentence about the first one, to follow the reason of a failure; empty if nothing was blocked.
    String sentence() {
        if (blocked.isEmpty()) {
            return "";
        }
        BlockedDestination first = blocked.getFirst();
        String more = blocked.size() == 1 ? "" : " and %d more".formatted(blocked.size() - 1);
        String allowing = first.allowing();
        return ". Blocked while it ran: %s%s: %s.%s"
                .formatted(
                        first.destination(),
                        more,
                        PackageArguments.shown(first.reason()),
                        allowing == null ? "" : " To allow it: " + command(allowing));
    }

    /// The lines of the log.
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (BlockedDestination each : blocked.subList(0, Math.min(MOST_LINES, blocked.size()))) {
            lines.add("Blocked: %s: %s".formatted(each.destination(), each.reason()));
            String allowing = each.allowing();
            if (allowing != null) {
                lines.add("    To allow it: " + command(allowing));
            }
        }
        if (blocked.size() > MOST_LINES) {
            lines.add("Blocked: %d more".formatted(blocked.size() - MOST_LINES));
        }
        if (!blocked.isEmpty()) {
            lines.add("Then run the setup again: belljar environment setup " + sandbox);
        }
        return lines;
    }

    private String command(String rule) {
        return "belljar policy add %s '%s'".formatted(sandbox, rule);
    }
}
