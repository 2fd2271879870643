package dev.belljar.app.snapshots;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.ColourTokens;
import dev.belljar.app.ui.UiContext;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// The tree as a control: hover, select, pan and zoom. Only the visible part is drawn.
public final class TreeDrawing extends Region {
    private static final Texts TEXTS = Texts.of(TreeDrawing.class);
    private static final double LANE = 100;
    private static final double FOOT = TreeLayout.FIRST - 14;
    private static final double LEAST_LANE = 72;
    private static final double MOST_ZOOM = 64;

    private final UiContext context;
    private final Canvas canvas = new Canvas();
    private final ReadOnlyObjectWrapper<@Nullable TreeNode> hovered = new ReadOnlyObjectWrapper<>();
    private Consumer<TreeNode> clicked = node -> {};
    private Consumer<TreeNode> opened = node -> {};
    private SnapshotHistory history = SnapshotHistory.NONE;
    private TreePainter.NodeMarks marks = TreePainter.NodeMarks.NONE;
    private ColourTokens tokens;
    private TreeLayout plan;
    private boolean fold = true;
    private double zoom = 1;
    private double left;
    private double top;
    private double grabbed = Double.NaN;

    TreeDrawing(UiContext context) {
        this.context = context;
        this.tokens = ColourTokens.of(context.theme().get());
        this.plan = plan();
        getStyleClass().add("tree-drawing");
        getChildren().add(canvas);
        canvas.setManaged(false);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(TEXTS.get("tree.name"));
        setMinSize(0, 120);
        setOnMouseMoved(this::point);
        setOnMouseExited(e -> hovered.set(null));
        setOnMousePressed(this::press);
        setOnMouseDragged(this::drag);
        setOnMouseReleased(e -> grabbed = Double.NaN);
        setOnScroll(this::scroll);
        context.theme().addListener((at, was, now) -> {
            tokens = ColourTokens.of(now);
            draw();
        });
        focusedProperty().addListener((at, was, now) -> draw());
    }

    void onClicked(Consumer<TreeNode> then) {
        clicked = then;
    }

    void onOpened(Consumer<TreeNode> then) {
        opened = then;
    }

    ReadOnlyObjectProperty<@Nullable TreeNode> hovered() {
        return hovered.getReadOnlyProperty();
    }

    void show(SnapshotHistory next) {
        history = next;
        arrange();
    }

    void mark(TreePainter.NodeMarks next) {
        if (!next.equals(marks)) {
            marks = next;
            draw();
        }
    }

    void fold(boolean next) {
        fold = next;
        arrange();
    }

    /// Zooms by a factor of two, in or out, around the middle of the visible part.
    void zoom(boolean in) {
        zoom(in ? 2 : 0.5, getWidth() / 2);
    }

    /// Scrolls to a node.
    void reveal(TreeNode node) {
        plan.spots().stream()
                .filter(s -> s.node().key().equals(node.key()))
                .findFirst()
                .ifPresent(s -> {
                    double least = TreeLayout.NAMES + 20;
                    double most = getWidth() - 60;
                    left += s.x() < least ? s.x() - least : s.x() > most && zoom > 1 ? s.x() - most : 0;
                    top += s.y() < TreeLayout.AXIS + 30 ? s.y() - TreeLayout.AXIS - 60 : 0;
                    top += s.y() > getHeight() - 50 ? s.y() - getHeight() + 60 : 0;
                    arrange();
                });
    }

    /// The position of a node in this region, if the tree contains it.
    public Optional<Point2D> place(String key) {
        return plan.spots().stream()
                .filter(s -> s.node().key().equals(key))
                .findFirst()
                .map(s -> new Point2D(s.x(), s.y() - top));
    }

    @Override
    protected double computePrefHeight(double width) {
        return TreeLayout.AXIS + Math.max(1, history.lanes().size()) * LANE + FOOT;
    }

    @Override
    protected void layoutChildren() {
        if (canvas.getWidth() != getWidth() || canvas.getHeight() != getHeight() - 1) {
            canvas.setWidth(getWidth());
            canvas.setHeight(getHeight() - 1);
            arrange();
        }
    }

    private double gap() {
        int lanes = Math.max(1, history.lanes().size());
        return Math.clamp((getHeight() - TreeLayout.AXIS - FOOT) / lanes, LEAST_LANE, LANE + 40);
    }

    private TreeLayout plan() {
        return new TreeLayout(history, context.now(), fold, new TreeLayout.DrawingSize(getWidth(), gap()), zoom, left);
    }

    private void arrange() {
        if (getWidth() <= 0 || history.lanes().isEmpty()) {
            return;
        }
        left = Math.clamp(left, 0, TreeLayout.most(getWidth(), zoom));
        double whole = TreeLayout.AXIS + history.lanes().size() * gap() + FOOT;
        top = Math.clamp(top, 0, Math.max(0, whole - getHeight()));
        plan = plan();
        draw();
    }

    private void draw() {
        if (getWidth() > 0 && !history.lanes().isEmpty()) {
            CanvasPen ink = new CanvasPen(canvas, tokens, top);
            new TreePainter(ink, context, plan, marks, getWidth(), getHeight() - 1).draw();
        }
    }

    private void point(MouseEvent e) {
        hovered.set(plan.hit(e.getX(), e.getY() + top));
    }

    private void press(MouseEvent e) {
        requestFocus();
        TreeNode node = plan.hit(e.getX(), e.getY() + top);
        if (node == null) {
            grabbed = e.getX() + left;
        } else if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
            opened.accept(node);
        } else {
            clicked.accept(node);
        }
    }

    private void drag(MouseEvent e) {
        if (!Double.isNaN(grabbed)) {
            left = grabbed - e.getX();
            arrange();
        }
    }

    private void scroll(ScrollEvent e) {
        if (e.isControlDown() && e.getDeltaY() != 0) {
            zoom(e.getDeltaY() > 0 ? 1.25 : 0.8, e.getX());
        } else {
            left -= e.getDeltaX();
            top -= e.getDeltaY();
            arrange();
        }
        e.consume();
    }

    private void zoom(double by, double around) {
        double next = Math.clamp(zoom * by, 1, MOST_ZOOM);
        double at = (left + around - TreeLayout.NAMES) / zoom;
        zoom = next;
        left = at * next - around + TreeLayout.NAMES;
        arrange();
    }
}
