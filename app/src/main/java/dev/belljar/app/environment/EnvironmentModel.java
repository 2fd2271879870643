package dev.belljar.app.environment;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentSection;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.RejectEnvironment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A proposed environment, and which of its items the user has ticked.
///
/// At first every item is ticked that is not risky or was accepted before, and that the user has not left out before.
final class EnvironmentModel {
    private static final Texts TEXTS = Texts.of(EnvironmentModel.class);

    private static final Pattern SPACES = Pattern.compile(" {2,}");
    private static final int MOST_SPACES = 4;

    private final EnvironmentProposal proposal;
    private final @Nullable String agent;
    private final Set<String> ticked;

    EnvironmentModel(EnvironmentProposal proposal) {
        this(proposal, null);
    }

    /// A proposal that was read for this coding agent, or for none if it is null.
    EnvironmentModel(EnvironmentProposal proposal, @Nullable String agent) {
        this.proposal = proposal;
        this.agent = agent;
        this.ticked = new LinkedHashSet<>(first());
    }

    private Set<String> first() {
        Set<String> first = new LinkedHashSet<>();
        for (EnvironmentItem item : proposed()) {
            boolean settled = item.risk() == null || item.change() == EnvironmentChange.SAME;
            if (settled && !item.leftOut()) {
                first.add(item.id());
            }
        }
        return first;
    }

    private List<EnvironmentItem> proposed() {
        return proposal.items().stream().filter(EnvironmentModel::tickable).toList();
    }

    /// The items of one section, in the order of the proposal.
    record SectionItems(String title, List<EnvironmentItem> items) {}

    /// The sections that have items.
    List<SectionItems> sections() {
        return Arrays.stream(EnvironmentSection.values())
                .map(section -> new SectionItems(
                        TEXTS.get(section),
                        proposal.items().stream()
                                .filter(item -> item.section() == section)
                                .toList()))
                .filter(section -> !section.items().isEmpty())
                .toList();
    }

    /// True if the user can decide about an item: it is still proposed.
    static boolean tickable(EnvironmentItem item) {
        return item.change() != EnvironmentChange.REMOVED;
    }

    boolean ticked(EnvironmentItem item) {
        return ticked.contains(item.id());
    }

    void tick(EnvironmentItem item, boolean is) {
        boolean _ = is ? ticked.add(item.id()) : ticked.remove(item.id());
    }

    /// True if there is something to accept: a proposal that is not in effect, or other ticks.
    boolean acceptable() {
        return switch (proposal.state()) {
            case NONE, INVALID -> false;
            case PROPOSED, CHANGED, REJECTED -> true;
            case ACCEPTED -> !ticked.equals(first());
        };
    }

    /// True if the user has not decided about the proposal yet.
    boolean rejectable() {
        // A rejection is of what the project proposes itself.
        return proposal.waiting() && agent == null;
    }

    /// The request to accept the ticked items.
    AcceptEnvironment accept() {
        List<String> without = new ArrayList<>();
        List<String> allowed = new ArrayList<>();
        for (EnvironmentItem item : proposed()) {
            if (!ticked(item)) {
                without.add(item.id());
            } else if (item.risk() != null || item.leftOut()) {
                allowed.add(item.id());
            }
        }
        return new AcceptEnvironment(proposal.project(), proposal.digest(), without, allowed, agent);
    }

    RejectEnvironment reject() {
        return new RejectEnvironment(proposal.project(), proposal.digest());
    }

    /// The file that proposes the environment, relative to the project; empty text if there is none.
    String file() {
        return proposal.file() == null ? "" : FigureFormat.printable(proposal.file());
    }

    /// The state in one or two words.
    String badge() {
        return TEXTS.get(proposal.state());
    }

    /// The style of these words.
    String style() {
        return switch (proposal.state()) {
            case NONE, REJECTED -> "neutral";
            case PROPOSED, CHANGED -> "warn";
            case ACCEPTED -> "ok";
            case INVALID -> "danger";
        };
    }

    /// What the state means.
    String sentence() {
        return switch (proposal.state()) {
            case NONE -> TEXTS.get("environment.none");
            case PROPOSED -> TEXTS.get("environment.proposed");
            case CHANGED -> TEXTS.get(removed() ? "environment.removed" : "environment.changed");
            case ACCEPTED -> TEXTS.get("environment.accepted");
            case REJECTED ->
                TEXTS.get(proposal.accepted() == null ? "environment.rejected" : "environment.rejected.before");
            case INVALID ->
                TEXTS.get("environment.invalid", FigureFormat.printable(String.valueOf(proposal.problem())));
        };
    }

    /// True if the project no longer proposes the environment that was accepted.
    boolean removed() {
        return proposal.file() == null && proposal.environment().agents().isEmpty() && proposal.accepted() != null;
    }

    /// The name of the button that accepts the proposal.
    String acceptWords() {
        return TEXTS.get(removed() ? "environment.remove" : "environment.accept");
    }

    /// What is said after it was accepted.
    String acceptedWords() {
        return TEXTS.get(removed() ? "environment.removed.said" : "environment.accepted.said");
    }

    /// True if the state is an error in the project's file.
    boolean invalid() {
        return proposal.state() == EnvironmentState.INVALID;
    }

    /// What the file contains that Belljar does not take over.
    List<String> ignored() {
        return proposal.ignored().stream()
                .map(FigureFormat::printable)
                .map(ProblemText::shown)
                .toList();
    }

    /// How an item differs from what was accepted; empty text if it does not.
    static String change(EnvironmentItem item) {
        if (item.leftOut()) {
            return TEXTS.get("environment.item.left");
        }
        return item.change() == EnvironmentChange.SAME ? "" : TEXTS.get(item.change());
    }

    /// What an item does, whole. Spaces in a row are visible, so that they cannot move a part of a command out of
    /// sight.
    static String words(EnvironmentItem item) {
        return visible(item.words());
    }

    private static String visible(String text) {
        return SPACES.matcher(FigureFormat.printable(text))
                .replaceAll(spaces ->
                        "␣".repeat(Math.min(MOST_SPACES, spaces.group().length())));
    }

    /// What has to be known about an item, except its risk; empty text if nothing.
    static String note(EnvironmentItem item) {
        List<String> notes = new ArrayList<>();
        if (item.note() != null) {
            notes.add(FigureFormat.printable(item.note()));
        }
        if (item.before() != null) {
            notes.add(TEXTS.get("environment.item.was", visible(item.before())));
        }
        return String.join(", ", notes);
    }

    /// Why an item is risky; empty text if it is not.
    static String risk(EnvironmentItem item) {
        return item.risk() == null ? "" : TEXTS.get("environment.item.risk", FigureFormat.printable(item.risk()));
    }
}
