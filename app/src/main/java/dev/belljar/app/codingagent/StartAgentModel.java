package dev.belljar.app.codingagent;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.CredentialState;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The coding agents as the dialog lists them, the project's own one first, and what follows an attempt to
/// start one.
final class StartAgentModel {
    private static final Texts TEXTS = Texts.of(StartAgentModel.class);
    private static final String NOT_ACCEPTED = "codingagent.not-accepted";
    private static final String NOT_SET_UP = "codingagent.not-set-up";

    private final List<AgentLine> lines;

    /// One agent: its title, what it installs, and what is to be known about its secret. `missing` is the
    /// credential that it lacks, null for none; `startable` is false if its file has an error, which `secret`
    /// then describes.
    record AgentLine(
            String name,
            String title,
            String about,
            String secret,
            @Nullable MissingCredential missing,
            boolean startable) {
        boolean warns() {
            return missing != null || !startable;
        }
    }

    /// A secret that is not stored, and whether a login in the browser is offered for it.
    record MissingCredential(String variable, boolean login) {}

    /// What follows an attempt that failed.
    enum NextStep {
        /// The user reviews what the agent needs.
        REVIEW,
        /// The sandbox is set up with what the agent needs.
        SET_UP,
        /// The problem is shown.
        SAY
    }

    StartAgentModel(CodingAgentList list) {
        String preferred = String.valueOf(list.preferred());
        lines = list.agents().stream()
                .sorted(Comparator.comparing(
                        (CodingAgentInfo each) -> !each.name().equals(preferred)))
                .map(StartAgentModel::line)
                .toList();
    }

    /// The agents, in the order in which they are shown.
    List<AgentLine> lines() {
        return lines;
    }

    private static AgentLine line(CodingAgentInfo info) {
        String problem = info.problem();
        if (problem != null) {
            return new AgentLine(info.name(), shown(info.title()), "", shown(problem), null, false);
        }
        String about = info.installs().isEmpty()
                ? TEXTS.get("agent.installs.nothing")
                : shown(String.join(", ", info.installs()));
        return new AgentLine(info.name(), shown(info.title()), about, secret(info), missing(info), true);
    }

    private static @Nullable MissingCredential missing(CodingAgentInfo info) {
        String variable = info.variable();
        return info.credential() == CredentialState.MISSING && variable != null
                ? new MissingCredential(variable, info.login())
                : null;
    }

    private static String secret(CodingAgentInfo info) {
        String variable = shown(String.valueOf(info.variable()));
        return switch (info.credential()) {
            case NONE -> "";
            case STORED -> TEXTS.get("agent.secret.stored", variable, shown(String.join(", ", info.hosts())));
            case MISSING -> {
                String hint = info.hint();
                yield TEXTS.get("agent.secret.missing", variable, hint == null ? "" : shown(hint));
            }
        };
    }

    private static String shown(String text) {
        return FigureFormat.printable(text);
    }

    /// What follows this problem.
    static NextStep next(Problem problem) {
        return switch (problem.code()) {
            case NOT_ACCEPTED -> NextStep.REVIEW;
            case NOT_SET_UP -> NextStep.SET_UP;
            default -> NextStep.SAY;
        };
    }

    /// What is said after an agent was started.
    static String said(StartedCodingAgent started, String sandbox) {
        if (started.tab() == null) {
            return TEXTS.get("agent.no-tabs", started.agent(), sandbox);
        }
        return TEXTS.get(started.running() ? "agent.running" : "agent.started", started.agent(), sandbox);
    }
}
