package dev.belljar.app.palette;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.ui.DialogLayer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Opens the command palette with the current items, and remembers the last chosen ones until the
/// window closes.
public final class PaletteController {
    private static final int KEPT = 20;

    private final WatchedValue<HostState> hosts;
    private final WatchedValue<ApprovalList> approvals;
    private final FrameCommands frame;
    private final Actions actions;
    private final DialogLayer overlay;
    private final Deque<String> recent = new ArrayDeque<>();

    public PaletteController(
            WatchedValue<HostState> hosts,
            WatchedValue<ApprovalList> approvals,
            FrameCommands frame,
            Actions actions,
            DialogLayer overlay) {
        this.hosts = hosts;
        this.approvals = approvals;
        this.frame = frame;
        this.actions = actions;
        this.overlay = overlay;
    }

    /// Opens the palette; `front` watches the current sandbox, `add` is called with the path of a project
    /// that is typed in full.
    public void open(@Nullable SandboxWatch front, Consumer<String> add) {
        HostState host = hosts.now();
        List<PaletteItem> items = new ArrayList<>(PaletteActionItems.of(host, frame, actions));
        items.addAll(PaletteSearchItems.of(host, approvals.now(), actions.navigation()));
        if (front != null && actions.navigation().place().get() instanceof Location.SandboxScreen inside) {
            items.addAll(PaletteSearchItems.of(inside.name(), front, actions.navigation()));
        }
        CommandPalette.open(overlay, new PaletteModel(items, List.copyOf(recent)), this::act, add);
    }

    private void act(PaletteItem item) {
        recent.remove(item.id());
        recent.addFirst(item.id());
        if (recent.size() > KEPT) {
            recent.removeLast();
        }
        item.action().run();
    }
}
