package dev.belljar.app.palette;

import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kordamp.ikonli.feather.Feather;

/// The palette items besides views and actions: all sandboxes, approvals and snapshots, and the processes,
/// changed files and connections of the current sandbox. Text that a guest chose is made safe to show.
final class PaletteSearchItems {
    private static final Texts TEXTS = Texts.of(PaletteSearchItems.class);
    private static final int LONGEST = 400;

    private final Navigation model;
    private final List<PaletteItem> items = new ArrayList<>();

    private PaletteSearchItems(Navigation model) {
        this.model = model;
    }

    /// Returns sandboxes, their snapshots, and waiting approvals.
    static List<PaletteItem> of(HostState host, ApprovalList approvals, Navigation model) {
        PaletteSearchItems facts = new PaletteSearchItems(model);
        host.sandboxes().forEach(facts::sandbox);
        approvals.waiting().forEach(facts::approval);
        host.snapshots().reversed().stream()
                .filter(snapshot -> host.sandbox(snapshot.sandboxName()).isPresent())
                .forEach(facts::snapshot);
        return List.copyOf(facts.items);
    }

    /// Returns the known processes, changed files and connections of the current sandbox.
    static List<PaletteItem> of(String sandbox, SandboxWatch watch, Navigation model) {
        PaletteSearchItems facts = new PaletteSearchItems(model);
        watch.processes().now().lines().forEach(process -> facts.process(sandbox, process));
        FileDiff diff = watch.work().now().diff();
        if (diff != null) {
            diff.files().forEach(file -> facts.file(sandbox, file));
        }
        facts.connections(sandbox, watch.flows().now().flows());
        return List.copyOf(facts.items);
    }

    private void sandbox(SandboxViewState viewState) {
        String path = FigureFormat.home(viewState.reported().spec().project());
        items.add(item(
                PaletteGroup.SANDBOXES,
                viewState.id(),
                Feather.BOX,
                viewState.name(),
                path,
                () -> model.enter(viewState.name())));
    }

    private void approval(Approval approval) {
        String detail = TEXTS.get("palette.approval", approval.sandboxName(), ApprovalText.process(approval));
        items.add(item(
                PaletteGroup.APPROVALS,
                approval.id(),
                Feather.BELL,
                ApprovalText.destination(approval),
                detail,
                () -> model.open(new DialogKind.ShowInbox(approval.id()))));
    }

    private void snapshot(Snapshot snapshot) {
        String name = snapshot.name();
        items.add(item(
                PaletteGroup.SNAPSHOTS,
                snapshot.id(),
                Feather.CAMERA,
                name == null ? snapshot.id() : FigureFormat.printable(name),
                snapshot.sandboxName(),
                () -> model.go(new Location.SandboxScreen(
                        snapshot.sandboxName(), ScreenKind.SNAPSHOTS, null, snapshot.id()))));
    }

    private void process(String sandbox, ProcessItem process) {
        if (process.own()) {
            return;
        }
        String pid = Integer.toString(process.row().pid());
        String name = VisibleGuestText.shown(process.row().comm(), LONGEST);
        String words = TEXTS.get(process.gone() ? "palette.process.exited" : "palette.process", name, pid);
        items.add(item(
                PaletteGroup.PROCESSES,
                sandbox + " " + pid,
                Feather.CPU,
                words,
                FigureFormat.middle(FigureFormat.command(process.row().argv()), LONGEST),
                () -> model.seek(ScreenKind.PROCESSES, pid)));
    }

    private void file(String sandbox, FileChange file) {
        String path = FigureFormat.printable(file.path());
        int slash = path.lastIndexOf('/');
        items.add(item(
                PaletteGroup.FILES,
                sandbox + " " + file.path(),
                Feather.FILE_TEXT,
                path.substring(slash + 1),
                slash < 0 ? "" : path.substring(0, slash),
                () -> model.seek(ScreenKind.CHANGES, file.path())));
    }

    /// Adds the newest connection to each destination.
    private void connections(String sandbox, List<FlowRow> flows) {
        Set<String> seen = new HashSet<>();
        for (FlowRow flow : flows) {
            String where = flow.name() == null ? flow.dst() : flow.name();
            if (seen.add(where)) {
                String process = flow.process();
                items.add(item(
                        PaletteGroup.CONNECTIONS,
                        sandbox + " " + where,
                        Feather.GLOBE,
                        VisibleGuestText.name(where, LONGEST),
                        process == null ? "" : VisibleGuestText.shown(process, LONGEST),
                        () -> model.seek(ScreenKind.NETWORK, where)));
            }
        }
    }

    private static PaletteItem item(
            PaletteGroup group, String id, Feather icon, String words, String detail, Runnable action) {
        return new PaletteItem(group + " " + id, group, icon, words, detail, "", action);
    }
}
