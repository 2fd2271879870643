package dev.belljar.app.review.writer;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.sandbox.BranchStart;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.work.FileWriter;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import dev.belljar.contract.view.timeline.PastState;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/// Shows above the hunks who wrote the current one: at once what was seen of its file, then the writers of its lines.
public final class WritersPopover {
    private final String sandbox;
    private final SandboxWatch watch;
    private final Actions actions;
    private final UiContext context;
    private final Pane layer;
    private final WritersPanel.PanelCommands commands = new PopoverCommands();
    private @Nullable UiTask<FileBlame> asking;
    private @Nullable UiTask<PastState> reading;

    public WritersPopover(String sandbox, SandboxWatch watch, Actions actions, UiContext context, Pane layer) {
        this.sandbox = sandbox;
        this.watch = watch;
        this.actions = actions;
        this.context = context;
        this.layer = layer;
    }

    /// Shows the writers of a hunk.
    public void show(ReviewSpot spot) {
        boolean _ = close();
        String path = spot.file().path();
        List<FileWriter> writers = watch.writers(path);
        List<ProcessItem> ancestry = writers.isEmpty()
                ? List.of()
                : watch.processes().now().ancestry(writers.getFirst().process());
        Hunk hunk = spot.file()
                .hunk(spot.hunk())
                .filter(each -> each.newLines() > 0)
                .orElse(null);
        WritersPanel known = WritersPanel.ofFile(context, writers, ancestry, hunk != null, commands);
        layer.getChildren().setAll(known);
        if (hunk != null) {
            asking = actions.sync()
                    .blame(sandbox, path, spot.file().entry().id())
                    .done(blame -> show(blame, hunk, known))
                    .failed(problem -> {
                        asking = null;
                        known.ended();
                    })
                    .begin();
        }
    }

    private void show(FileBlame blame, Hunk hunk, WritersPanel known) {
        asking = null;
        if (layer.getChildren().contains(known)) {
            HunkWriters lines = HunkWriters.of(blame, hunk.newStart(), hunk.newStart() + hunk.newLines() - 1);
            // What was seen of the file stays if nothing is recorded about the lines.
            known.ended();
            WritersPanel.ofHunk(context, lines, commands)
                    .ifPresent(panel -> layer.getChildren().setAll(panel));
        }
    }

    /// Closes the popover; false if it is not open.
    public boolean close() {
        cancel(asking);
        cancel(reading);
        asking = null;
        reading = null;
        boolean open = !layer.getChildren().isEmpty();
        layer.getChildren().clear();
        return open;
    }

    private static void cancel(@Nullable UiTask<?> task) {
        if (task != null) {
            task.cancel();
        }
    }

    private final class PopoverCommands implements WritersPanel.PanelCommands {
        @Override
        public void process(int pid) {
            actions.navigation().seek(ScreenKind.PROCESSES, Integer.toString(pid));
        }

        @Override
        public void time(long at) {
            actions.navigation().seek(ScreenKind.TIMELINE, Long.toString(at));
        }

        @Override
        public void before(long at) {
            Node panel = layer.getChildren().getFirst();
            cancel(reading);
            reading = actions.sync()
                    .moment(sandbox, at - 1)
                    .done(moment -> panel(panel).ifPresent(shown -> shown.branch(new BranchStart(moment), this)))
                    .failed(problem -> panel(panel).ifPresent(shown -> shown.branchUnknown(ProblemText.all(problem))))
                    .begin();
        }

        // The panel, if it is still shown.
        private Optional<WritersPanel> panel(Node asked) {
            return layer.getChildren().contains(asked) && asked instanceof WritersPanel panel
                    ? Optional.of(panel)
                    : Optional.empty();
        }

        @Override
        public void branch(Snapshot from) {
            actions.navigation().open(new DialogKind.BranchSnapshot(from));
        }

        @Override
        public void close() {
            boolean _ = WritersPopover.this.close();
        }
    }
}
