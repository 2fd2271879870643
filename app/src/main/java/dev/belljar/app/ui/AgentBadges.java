package dev.belljar.app.ui;

import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import java.time.ZoneId;
import java.util.Locale;

/// The marks and texts of coding agents. What an agent says about itself is in quotation marks.
public final class AgentBadges {
    private static final Texts TEXTS = Texts.of(AgentBadges.class);
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int THOUSAND = 1_000;
    private static final double MICROS = 1_000_000.0;

    private AgentBadges() {}

    /// Returns the mark of a state.
    public static StateShape.ShapeKind kind(CodingAgentStatus agent) {
        return switch (agent.state()) {
            case WORKING -> agent.paused() ? StateShape.ShapeKind.IDLE : StateShape.ShapeKind.WORKING;
            case ASKING -> StateShape.ShapeKind.HELD;
            case IDLE -> StateShape.ShapeKind.IDLE;
            case DONE -> StateShape.ShapeKind.DONE;
            case FAILED -> StateShape.ShapeKind.ERROR;
        };
    }

    /// Returns the word of a state.
    public static String word(CodingAgentStatus agent) {
        return agent.paused() ? TEXTS.get("agent.paused") : TEXTS.get(agent.state());
    }

    /// Returns the style of the word.
    public static String style(CodingAgentStatus agent) {
        return switch (agent.state()) {
            case ASKING -> "held";
            case FAILED -> "danger";
            case DONE -> "ok";
            case WORKING, IDLE -> "muted";
        };
    }

    /// Returns since when: `0:24` of a question, `6 min`, the clock after an hour, and nothing after a day.
    public static String time(CodingAgentStatus agent, long now, ZoneId zone) {
        long age = Math.max(0, now - agent.since());
        if (age >= DAY) {
            return "";
        }
        if (age >= HOUR || (agent.state() == CodingAgentState.DONE || agent.state() == CodingAgentState.FAILED)) {
            return FigureFormat.minute(agent.since(), zone);
        }
        return agent.state() == CodingAgentState.ASKING && age < 10 * MINUTE
                ? "%d:%02d".formatted(age / MINUTE, age % MINUTE / THOUSAND)
                : age < MINUTE ? TEXTS.get("agent.seconds", age / THOUSAND) : TEXTS.get("agent.minutes", age / MINUTE);
    }

    /// Returns how many tokens were used: `184 k tokens`.
    public static String tokens(TokenUse use) {
        long total = use.total();
        String figure = total < THOUSAND
                ? Long.toString(total)
                : total < 10_000_000 ? total / THOUSAND + " k" : total / 1_000_000 + " M";
        return TEXTS.get(use.partial() ? "agent.tokens.partial" : "agent.tokens", figure);
    }

    /// Returns what they cost, `$0.62`; empty if it is not known.
    public static String cost(TokenUse use) {
        Long micros = use.costMicros();
        return micros == null ? "" : String.format(Locale.ROOT, "$%.2f", micros / MICROS);
    }

    /// Returns what an agent says, in quotation marks.
    public static String said(String claim) {
        return TEXTS.get("agent.said", FigureFormat.printable(claim));
    }
}
