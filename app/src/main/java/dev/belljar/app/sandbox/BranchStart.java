package dev.belljar.app.sandbox;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// From which snapshot a branch would start for a past moment, and what it would not include.
public record BranchStart(PastState moment) {
    /// The number of marks that are listed; the rest is counted.
    private static final int LISTED = 5;

    private static final Texts TEXTS = Texts.of(BranchStart.class);

    /// From where the branch starts, or why it cannot.
    public String from() {
        Snapshot from = moment.snapshot();
        if (from == null) {
            return TEXTS.get("branch.none");
        }
        String title = from.name() == null ? from.id() : FigureFormat.printable(from.name());
        return TEXTS.get("branch.from", title, FigureFormat.span(moment.at() - from.created()));
    }

    /// What has happened between the snapshot and the moment, which the branch does not contain; empty if there is no
    /// snapshot.
    public String since() {
        if (moment.snapshot() == null) {
            return "";
        } else if (moment.since().isEmpty()) {
            return TEXTS.get("branch.same");
        }
        boolean all = moment.since().size() < PastState.MOST_SINCE;
        return TEXTS.get(all ? "branch.since" : "branch.since.least", counts(moment.since()));
    }

    /// The newest marks between the snapshot and the moment, the newest first.
    public List<TimelineMark> newestSince() {
        return moment.since().reversed().stream().limit(LISTED).toList();
    }

    // The numbers of marks by kind: `2 commits, 1 approval`.
    private static String counts(List<TimelineMark> marks) {
        return Stream.of(TimelineMark.Kind.values())
                .map(kind -> count(
                        kind, marks.stream().filter(mark -> mark.kind() == kind).count()))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String count(TimelineMark.Kind kind, long count) {
        if (count == 0) {
            return "";
        }
        return switch (kind) {
            case SNAPSHOT -> TEXTS.get("branch.snapshots", count);
            case COMMIT -> TEXTS.get("branch.commits", count);
            case SYNC -> TEXTS.get("branch.syncs", count);
            case APPROVAL -> TEXTS.get("branch.approvals", count);
            case BLOCKED -> TEXTS.get("branch.blocked", count);
            case STATE -> TEXTS.get("branch.states", count);
        };
    }
}
