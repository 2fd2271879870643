package dev.belljar.client.console.environment;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.text.VisibleText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The user's answers about an environment that a project proposes: which items are left out, and which are allowed
/// although they are risky or were left out before.
public final class EnvironmentReview {
    private final CommandSession session;
    private final EnvironmentProposal proposal;
    private @Nullable String agent;
    private final Set<String> omitted = new LinkedHashSet<>();
    private final Set<String> allowed = new LinkedHashSet<>();

    /// How a question was answered.
    public enum ReviewOutcome {
        ACCEPTED,
        NOT_ACCEPTED,
        /// Standard input is not a terminal.
        NOT_ASKED
    }

    /// A review in which the ids `without` are left out, and the ids `allow` are allowed. What the user left out before
    /// stays left out, and what was allowed stays allowed, unless these say otherwise.
    public EnvironmentReview(
            CommandSession session, EnvironmentProposal proposal, Set<String> without, Set<String> allow) {
        this.session = session;
        this.proposal = proposal;
        omitted.addAll(without);
        allowed.addAll(allow);
        for (EnvironmentItem item : proposal.items()) {
            if (item.leftOut() && !allowed.contains(item.id())) {
                omitted.add(item.id());
            } else if (item.change() == EnvironmentChange.SAME && item.risk() != null) {
                allowed.add(item.id());
            }
        }
    }

    /// A review of a whole proposal.
    public EnvironmentReview(CommandSession session, EnvironmentProposal proposal) {
        this(session, proposal, Set.of(), Set.of());
    }

    /// The review of a proposal that was read for this coding agent.
    public EnvironmentReview forAgent(String name) {
        agent = name;
        return this;
    }

    /// Shows the proposal.
    public void show() {
        new EnvironmentText(session).contents(proposal);
    }

    /// Asks about each risky item, and then about the whole.
    public ReviewOutcome ask() {
        for (EnvironmentItem item : proposal.items()) {
            boolean open = item.risk() != null
                    && item.change() != EnvironmentChange.REMOVED
                    && !omitted.contains(item.id())
                    && !allowed.contains(item.id());
            if (open) {
                String answer = session.ask(
                        VisibleText.line("Allow %s? %s [y/N] ".formatted(item.words(), EnvironmentText.risk(item))));
                if (answer == null) {
                    return ReviewOutcome.NOT_ASKED;
                }
                boolean _ = (isYes(answer) ? allowed : omitted).add(item.id());
            }
        }
        String answer = session.ask("Accept this environment for all sandboxes of the project? [y/N] ");
        if (answer == null) {
            return ReviewOutcome.NOT_ASKED;
        }
        return isYes(answer) ? ReviewOutcome.ACCEPTED : ReviewOutcome.NOT_ACCEPTED;
    }

    private static boolean isYes(@Nullable String answer) {
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    /// Accepts the proposal with these answers.
    public EnvironmentProposal accept() throws AgentException, InterruptedException {
        return session.agent()
                .call(
                        EnvironmentApi.ACCEPT,
                        new AcceptEnvironment(
                                proposal.project(),
                                proposal.digest(),
                                List.copyOf(omitted),
                                List.copyOf(allowed),
                                agent));
    }

    /// Says what was accepted.
    public void report(EnvironmentProposal accepted) {
        session.line(
                accepted.accepted() == null
                        ? "Removed: no environment is in effect for the project."
                        : "Accepted for all sandboxes of the project.");
        for (EnvironmentItem item : accepted.items()) {
            if (item.leftOut()) {
                session.line(
                        "Left out: %s%s",
                        item.words(),
                        item.risk() == null
                                ? ""
                                : ". %s `--allow %s` accepts it.".formatted(EnvironmentText.risk(item), item.id()));
            }
        }
    }
}
