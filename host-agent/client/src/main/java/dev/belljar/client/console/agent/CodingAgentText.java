package dev.belljar.client.console.agent;

import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Describes in words what coding agents do. What agents say about themselves is in quotation marks.
public final class CodingAgentText {
    private static final long MICROS_PER_CENT = 10_000;

    private CodingAgentText() {}

    /// The agent that matters most in a few words, such as `Codex asking`; empty text if there is none.
    public static String brief(@Nullable CodingAgentStatus agent) {
        return agent == null ? "" : agent.title() + " " + state(agent);
    }

    /// The state: `working`, or `working, paused`.
    public static String state(CodingAgentStatus agent) {
        String word = agent.state().name().toLowerCase(Locale.ROOT);
        return agent.paused() ? word + ", paused" : word;
    }

    /// Everything that is known about an agent, a line each.
    public static List<String> lines(CodingAgentStatus agent, long now) {
        List<String> lines = new ArrayList<>();
        Integer exit = agent.exit();
        lines.add("%s: %s for %s%s"
                .formatted(
                        agent.title(),
                        state(agent),
                        span(now - agent.since()),
                        exit == null || exit == 0 ? "" : ", exit code " + exit));
        CodingAgentStatus.RunningProgram running = agent.running();
        add(
                lines,
                "runs",
                running == null ? null : "%s (%s)".formatted(running.command(), span(now - running.since())));
        add(lines, "task", quoted(agent.task()));
        add(lines, "asks", quoted(agent.waiting()));
        add(lines, "run time", span(agent.runMillis(now)));
        TokenUse tokens = agent.tokens();
        add(lines, "tokens", tokens == null ? null : tokens(tokens));
        return lines;
    }

    private static void add(List<String> lines, String name, @Nullable String value) {
        if (value != null) {
            lines.add("  %-9s %s".formatted(name, value));
        }
    }

    private static @Nullable String quoted(@Nullable String claim) {
        return claim == null ? null : "“" + claim + "”";
    }

    private static String span(long millis) {
        long seconds = Math.max(0, millis) / 1_000;
        long minutes = seconds / 60;
        return minutes == 0
                ? seconds + " s"
                : minutes < 60 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
    }

    private static String tokens(TokenUse use) {
        Long cost = use.costMicros();
        return "%s%,d in, %,d out, %,d from the cache%s, as it reports"
                .formatted(
                        use.partial() ? "at least " : "",
                        use.input(),
                        use.output(),
                        use.cached(),
                        cost == null
                                ? ""
                                : String.format(Locale.ROOT, ", $%.2f", cost / (double) MICROS_PER_CENT / 100));
    }
}
