package dev.belljar.app.timeline;

import dev.belljar.app.sandbox.BranchStart;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.text.ProblemText;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the details say about the selected moment: which processes are named first, and from which snapshot a branch
/// would start.
final class SelectedTimeModel {
    /// The number of processes and of names that are listed; the rest is counted.
    static final int LISTED = 5;

    private final SelectedTime selected;

    SelectedTimeModel(SelectedTime selected) {
        this.selected = selected;
    }

    long at() {
        return selected.at();
    }

    /// What was going on, once it is known.
    Optional<PastState> moment() {
        return Optional.ofNullable(selected.moment());
    }

    /// Why nothing is known; empty while it is read.
    String problem() {
        return selected.problem() == null ? "" : ProblemText.all(selected.problem());
    }

    /// The processes that started last, which are more interesting than services that always run.
    List<ProcessRow> newest() {
        return moment().map(PastState::running).orElse(List.of()).stream()
                .sorted(Comparator.comparingLong(ProcessRow::started).reversed().thenComparingInt(ProcessRow::pid))
                .limit(LISTED)
                .toList();
    }

    /// The number of processes that are not listed.
    long more() {
        return moment().map(known -> known.runningTotal() - newest().size()).orElse(0L);
    }

    /// The snapshot from which a branch would start.
    Optional<Snapshot> snapshot() {
        return moment().map(PastState::snapshot);
    }

    /// From where a branch starts, or why it cannot.
    String branch() {
        return start().map(BranchStart::from).orElse("");
    }

    /// What has happened between the snapshot and the moment, which a branch does not contain.
    String since() {
        return start().map(BranchStart::since).orElse("");
    }

    /// The newest marks between the snapshot and the moment, the newest first.
    List<TimelineMark> newestSince() {
        return start().map(BranchStart::newestSince).orElse(List.of());
    }

    private Optional<BranchStart> start() {
        return moment().map(BranchStart::new);
    }
}
