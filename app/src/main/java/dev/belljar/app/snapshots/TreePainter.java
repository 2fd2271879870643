package dev.belljar.app.snapshots;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;

/// Draws the tree: time to the right, a lane per sandbox, rings for snapshots, a larger ring for the present.
final class TreePainter {
    private static final Texts TEXTS = Texts.of(TreePainter.class);
    private static final Font SMALL = CanvasPen.font(CanvasPen.PLAIN, 12);
    private static final Font AXIS = CanvasPen.font(CanvasPen.PLAIN, 11);
    private static final Font NAME = CanvasPen.font(CanvasPen.MEDIUM, 13);
    private static final Font QUIET = CanvasPen.font(CanvasPen.PLAIN, 13);
    private static final Font STRONG = CanvasPen.font(CanvasPen.BOLD, 13);
    private static final Font CODE = CanvasPen.font(CanvasPen.CODE, 12);
    private static final double NAME_ROOM = 128;
    private static final double BEND = 56;
    private static final double BEYOND = 100_000;

    /// Keys of the selected, hovered and compared nodes, or null; `figures` describes the comparison.
    record NodeMarks(
            @Nullable String chosen,
            @Nullable String hovered,
            @Nullable String anchor,
            String figures) {
        static final NodeMarks NONE = new NodeMarks(null, null, null, "");

        /// The keys of the marked nodes.
        Set<String> keys() {
            Set<String> keys = new HashSet<>();
            for (String key : new @Nullable String[] {chosen, hovered, anchor}) {
                if (key != null) {
                    keys.add(key);
                }
            }
            return keys;
        }
    }

    /// An area that a label occupies.
    private record LabelArea(double y, double left, double right) {}

    private final CanvasPen ink;
    private final UiContext context;
    private final TreeLayout plan;
    private final NodeMarks marks;
    private final double width;
    private final double height;
    private final List<LabelArea> taken = new ArrayList<>();

    TreePainter(CanvasPen ink, UiContext context, TreeLayout plan, NodeMarks marks, double width, double height) {
        this.ink = ink;
        this.context = context;
        this.plan = plan;
        this.marks = marks;
        this.width = width;
        this.height = height;
    }

    /// Draws everything.
    void draw() {
        ink.clear(width, height);
        ground();
        ink.scrolled(TreeLayout.AXIS + 1, width, height, this::tree);
    }

    private void tree() {
        plan.lines().forEach(this::lane);
        compare();
        List<TreeLayout.NodePosition> drawn =
                plan.drawn(marks.keys()).stream().filter(this::seen).toList();
        drawn.forEach(this::node);
        drawn.stream()
                .filter(s -> s.node() instanceof TreeNode.SnapshotNode)
                .sorted(Comparator.comparingInt(this::rank)
                        .thenComparing(TreeLayout.NodePosition::x, Comparator.reverseOrder()))
                .forEach(this::label);
        ink.fill("surface", 0, 0, TreeLayout.NAMES - 16, height + BEYOND);
        plan.lines().forEach(this::name);
    }

    private boolean seen(TreeLayout.NodePosition position) {
        return position.x() > TreeLayout.NAMES - 30 && position.x() < width + 30;
    }

    private void ground() {
        ink.fill("surface-sunken", 0, 0, width, TreeLayout.AXIS);
        ink.line("line", 1, 0, TreeLayout.AXIS + 0.5, width, TreeLayout.AXIS + 0.5);
        for (TreeLayout.AxisTick tick : plan.ticks()) {
            ink.line("ink-grid", 1, tick.x(), TreeLayout.AXIS + 1, tick.x(), height);
            ink.words(time(tick.at()), AXIS, "text-faint", tick.x(), 18, TextAlignment.CENTER, false);
        }
        for (CompressedTime.AxisBreak axisBreak : plan.breaks()) {
            axisBreak(axisBreak);
        }
        double now = plan.present();
        ink.line("accent", 1, now, TreeLayout.AXIS + 1, now, height, 2, 3);
        ink.words(
                TEXTS.get("tree.now"),
                CanvasPen.font(CanvasPen.MEDIUM, 11),
                "accent",
                now,
                18,
                TextAlignment.CENTER,
                false);
    }

    /// A break in the time axis: two edges, and the duration that was left out.
    private void axisBreak(CompressedTime.AxisBreak axisBreak) {
        double middle = middle(axisBreak);
        if (middle < TreeLayout.NAMES || middle > width) {
            return;
        }
        ink.line("line", 1, middle - 2.5, TreeLayout.AXIS + 1, middle - 2.5, height);
        ink.line("line", 1, middle + 2.5, TreeLayout.AXIS + 1, middle + 2.5, height);
        String words = gap(axisBreak.to() - axisBreak.from());
        ink.words(words, AXIS, "text-faint", middle, height - 12, TextAlignment.CENTER, true);
    }

    private double middle(CompressedTime.AxisBreak axisBreak) {
        return Math.rint((plan.x(axisBreak.from()) + plan.x(axisBreak.to())) / 2) + 0.5;
    }

    private static String gap(long millis) {
        long minutes = millis / 60_000;
        if (minutes < 120) {
            return TEXTS.get("tree.minutes", minutes);
        }
        return minutes < 2_880 ? TEXTS.get("tree.hours", minutes / 60) : TEXTS.get("tree.days", minutes / 1_440);
    }

    private void lane(TreeLayout.LaneLine line) {
        double from = line.from();
        TreeLayout.NodePosition origin = line.origin();
        if (origin != null) {
            double bend = Math.min(BEND, Math.max(8, line.to() - origin.x()));
            ink.curve("ink-flow", origin.x(), origin.y(), bend, line.y());
            double met = origin.x() + bend;
            if (from > met + 8) {
                ink.line("ink-flow", 2, met, line.y(), from, line.y(), 1, 5);
            }
            from = Math.max(from, met);
        }
        if (line.to() > from) {
            ink.line("ink-flow", 2, Math.max(from, TreeLayout.NAMES - 16), line.y(), line.to(), line.y());
        }
        for (CompressedTime.AxisBreak axisBreak : plan.breaks()) {
            double middle = middle(axisBreak);
            if (from < middle && middle < line.to()) {
                ink.line("surface", 4, middle, line.y() - 3, middle, line.y() + 3);
            }
        }
    }

    private void name(TreeLayout.LaneLine line) {
        boolean gone = line.lane().sandbox() == null;
        String words = ink.fit(FigureFormat.printable(line.lane().name()), CODE, TreeLayout.NAMES - 32);
        ink.words(words, CODE, gone ? "text-faint" : "text", 16, line.y() + 4, TextAlignment.LEFT, false);
        if (gone) {
            ink.words(TEXTS.get("tree.gone"), AXIS, "text-faint", 16, line.y() + 19, TextAlignment.LEFT, false);
        }
    }

    private void node(TreeLayout.NodePosition position) {
        String key = position.node().key();
        boolean chosen = key.equals(marks.chosen());
        boolean hovered = key.equals(marks.hovered());
        switch (position.node()) {
            case TreeNode.SandboxNode sandboxNode -> present(position, sandboxNode.sandbox(), chosen, hovered);
            case TreeNode.SnapshotNode snapshotNode -> snapshot(position, snapshotNode, chosen, hovered);
        }
    }

    private void snapshot(
            TreeLayout.NodePosition position, TreeNode.SnapshotNode snapshotNode, boolean chosen, boolean hovered) {
        double x = position.x();
        double y = position.y();
        if (chosen) {
            ink.disc("accent-soft", x, y, 13);
            ink.ring("accent-line", 1, x, y, 13);
            ink.disc("accent-fill", x, y, 7);
            return;
        } else if (hovered) {
            ink.disc("hover", x, y, 11);
        }
        double radius = snapshotNode.named() ? 6 : 5;
        ink.disc("surface", x, y, radius);
        ink.ring(hovered ? "accent" : snapshotNode.named() ? "ink-flow" : "ink-quiet", 2, x, y, radius);
    }

    private void present(TreeLayout.NodePosition position, SandboxViewState sandbox, boolean chosen, boolean hovered) {
        double x = position.x();
        double y = position.y();
        boolean running = sandbox.running();
        if (chosen) {
            ink.disc("accent-soft", x, y, 15);
            ink.ring("accent-line", 1, x, y, 15);
        } else if (running || hovered) {
            ink.halo("accent", x, y, 13);
        }
        ink.disc("surface", x, y, 8);
        ink.ring(running ? "accent" : "text-faint", running ? 2.5 : 1.5, x, y, 8);
        StorageTier tier = sandbox.reported().tier();
        if (chosen || tier == StorageTier.HOT) {
            ink.disc(running ? "accent-fill" : "text-faint", x, y, chosen ? 4.5 : 3);
        }
    }

    /// The order in which labels are placed: the most important ones take the space of the others.
    private int rank(TreeLayout.NodePosition position) {
        String key = position.node().key();
        if (key.equals(marks.chosen())) {
            return 0;
        } else if (key.equals(marks.hovered())) {
            return 1;
        }
        return position.node() instanceof TreeNode.SnapshotNode t && t.named() ? 2 : 3;
    }

    private void label(TreeLayout.NodePosition position) {
        TreeNode.SnapshotNode snapshotNode = (TreeNode.SnapshotNode) position.node();
        Snapshot snapshot = snapshotNode.snapshot();
        boolean chosen = rank(position) == 0;
        boolean hovered = snapshotNode.key().equals(marks.hovered());
        Font font = chosen ? STRONG : snapshotNode.named() ? NAME : QUIET;
        String name = ink.fit(snapshotNode.title(), font, NAME_ROOM);
        String under = hovered
                ? TEXTS.get("tree.figures", FigureFormat.bytes(snapshot.size()), snapshot.pauseMillis())
                : time(snapshot.created());
        double wide = Math.max(ink.width(name, font), ink.width(under, SMALL));
        // The line of a branch leaves to the lower right, so the label of its origin is placed to the left.
        boolean left = branches(position);
        double start = plan.labelStart(left ? position.x() + 10 - wide : position.x() - wide / 2, wide);
        LabelArea room = new LabelArea(position.y(), start - 6, start + wide + 6);
        boolean free =
                taken.stream().noneMatch(t -> t.y() == room.y() && t.left() < room.right() && room.left() < t.right());
        if (!free && rank(position) > 1) {
            return;
        }
        taken.add(room);
        double x = left ? start + wide : start + wide / 2;
        TextAlignment where = left ? TextAlignment.RIGHT : TextAlignment.CENTER;
        ink.words(
                name, font, snapshotNode.named() || chosen ? "text" : "text-muted", x, position.y() + 30, where, true);
        ink.words(under, SMALL, "text-faint", x, position.y() + 45, where, true);
    }

    private boolean branches(TreeLayout.NodePosition position) {
        return plan.lines().stream()
                .anyMatch(l -> l.origin() != null
                        && l.y() > position.y()
                        && l.origin().node().key().equals(position.node().key()));
    }

    /// An arc from the node being compared to the hovered one, with the figures of the comparison.
    private void compare() {
        TreeLayout.NodePosition from = spot(marks.anchor());
        TreeLayout.NodePosition to = spot(marks.hovered());
        if (from == null || to == null || from.node().key().equals(to.node().key())) {
            return;
        }
        double rise = Math.min(54, Math.min(from.y(), to.y()) - TreeLayout.AXIS - 40);
        ink.arc("accent", from.x(), from.y() - 14, to.x(), to.y() - 12, Math.max(12, rise));
        String figures = marks.figures();
        double inner =
                ink.width(TEXTS.get("tree.compare"), NAME) + (figures.isEmpty() ? 0 : ink.width(figures, SMALL) + 16);
        double x = Math.clamp(
                (from.x() + to.x() - inner) / 2 - 10, TreeLayout.NAMES, Math.max(TreeLayout.NAMES, width - inner - 28));
        double y = Math.max(TreeLayout.AXIS + 4, (from.y() + to.y()) / 2 - 14 - rise * 0.75 - 12);
        ink.box("surface-raised", "accent", Math.rint(x) + 0.5, Math.rint(y) + 0.5, Math.rint(inner + 20), 24);
        ink.words(
                TEXTS.get("tree.compare"),
                NAME,
                "accent",
                Math.rint(x) + 10,
                Math.rint(y) + 17,
                TextAlignment.LEFT,
                false);
        ink.words(figures, SMALL, "text", Math.rint(x) + inner + 10, Math.rint(y) + 17, TextAlignment.RIGHT, false);
    }

    private TreeLayout.@Nullable NodePosition spot(@Nullable String key) {
        return plan.spots().stream()
                .filter(s -> s.node().key().equals(key))
                .findFirst()
                .orElse(null);
    }

    private String time(long at) {
        return FigureFormat.near(at, context.now(), context.clock().getZone());
    }
}
