package dev.belljar.app.timeline;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.ColourTokens;
import dev.belljar.app.ui.UiContext;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// The timeline as a control on one canvas: drag to pan, turn the wheel to zoom, click to select a moment. The frame in
/// the overview can be dragged and resized. It is drawn once per frame, however often something changes.
public final class TimelineDrawing extends Region {
    private static final Texts TEXTS = Texts.of(TimelineDrawing.class);
    private static final double CLICK = 4;
    private static final double HANDLE = 5;
    private static final double NOTCH = 40;
    private static final double ZOOM = 0.8;

    /// What a drag changes.
    private enum DragKind {
        PAN,
        FRAME,
        FRAME_START,
        FRAME_END
    }

    /// A press, what dragging it changes, and the period that was visible then.
    private record DragStart(double x, double y, DragKind kind, TimeWindow window) {}

    private final TimelineModel model;
    private final UiContext context;
    private final Canvas canvas = new Canvas();
    private Consumer<TimelineTarget> clicked = target -> {};
    private Consumer<TimelineTarget> opened = target -> {};
    private Runnable moved = () -> {};
    private CanvasPen pen;
    private TimelineLayout layout;
    private @Nullable TimelineTarget hovered;
    private @Nullable DragStart drag;
    private boolean dragged;

    TimelineDrawing(TimelineModel model, UiContext context) {
        this.model = model;
        this.context = context;
        pen = new CanvasPen(canvas, ColourTokens.of(context.theme().get()), 0);
        layout = new TimelineLayout(model, 0, 0, (lane, main, more) -> 0);
        getStyleClass().add("timeline-drawing");
        getChildren().add(canvas);
        canvas.setManaged(false);
        setMinSize(0, 0);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(TEXTS.get("timeline.reader"));
        setOnMouseMoved(this::hover);
        setOnMouseExited(e -> hovered(null));
        setOnMousePressed(this::press);
        setOnMouseDragged(this::drag);
        setOnMouseReleased(this::release);
        setOnScroll(this::scroll);
        context.theme().addListener((at, was, now) -> {
            pen = new CanvasPen(canvas, ColourTokens.of(now), 0);
            requestLayout();
        });
    }

    /// Sets what a click on the lanes calls.
    void onClicked(Consumer<TimelineTarget> then) {
        clicked = then;
    }

    /// Sets what a double click on a process or mark calls.
    void onOpened(Consumer<TimelineTarget> then) {
        opened = then;
    }

    /// Sets what is called when the visible period or the size of the drawing has changed.
    void onMoved(Runnable then) {
        moved = then;
    }

    /// The width of the lanes' contents.
    double room() {
        return Math.max(1, getWidth() - TimelineLayout.LEFT - TimelineLayout.RIGHT);
    }

    /// Draws with the next frame.
    void redraw() {
        requestLayout();
    }

    /// The position of a time in this region.
    public double place(long at) {
        return layout.scale().x(at);
    }

    @Override
    protected void layoutChildren() {
        if (canvas.getWidth() != getWidth() || canvas.getHeight() != getHeight()) {
            canvas.setWidth(getWidth());
            canvas.setHeight(getHeight());
            moved.run();
        }
        if (getWidth() > TimelineLayout.LEFT && getHeight() > LanePlan.TOP) {
            layout = new TimelineLayout(
                    model, getWidth(), getHeight(), (lane, main, more) -> LanePainter.width(pen, lane, main, more));
            String hint = hovered == null ? "" : TimelineLabels.describe(hovered, context);
            new TimelinePainter(pen, model, layout, context.clock().getZone()).draw(hint);
        }
    }

    private void hover(MouseEvent e) {
        hovered(layout.hit(e.getX(), e.getY())
                .filter(target -> !(target instanceof TimelineTarget.TimeTarget))
                .orElse(null));
        if (e.getY() < LanePlan.OVERVIEW) {
            DragKind kind = kind(e.getX());
            setCursor(kind == DragKind.FRAME_START || kind == DragKind.FRAME_END ? Cursor.H_RESIZE : Cursor.DEFAULT);
        } else {
            setCursor(hovered == null ? Cursor.DEFAULT : Cursor.HAND);
        }
    }

    private void hovered(@Nullable TimelineTarget next) {
        if (!java.util.Objects.equals(next, hovered)) {
            hovered = next;
            requestLayout();
        }
    }

    private void press(MouseEvent e) {
        requestFocus();
        dragged = false;
        boolean above = e.getY() < LanePlan.OVERVIEW;
        DragKind kind = above ? kind(e.getX()) : DragKind.PAN;
        boolean outside = e.getX() < layout.frameLeft() - HANDLE || e.getX() > layout.frameRight() + HANDLE;
        if (above && outside) {
            TimeWindow window = model.window();
            long shift = layout.overview().at(e.getX()) - window.at(0.5);
            change(window.from() + shift, window.to() + shift);
        }
        drag = new DragStart(e.getX(), e.getY(), kind, model.window());
    }

    /// What a drag at this position of the overview changes.
    private DragKind kind(double x) {
        boolean start = Math.abs(x - layout.frameLeft()) <= HANDLE;
        boolean end = Math.abs(x - layout.frameRight()) <= HANDLE;
        boolean right = x > (layout.frameLeft() + layout.frameRight()) / 2;
        if (end && (right || !start)) {
            return DragKind.FRAME_END;
        }
        return start ? DragKind.FRAME_START : DragKind.FRAME;
    }

    private void drag(MouseEvent e) {
        DragStart start = drag;
        if (start == null || (!dragged && Math.abs(e.getX() - start.x()) < CLICK)) {
            return;
        }
        dragged = true;
        TimeWindow window = start.window();
        TimelineScale scale = start.kind() == DragKind.PAN ? layout.scale() : layout.overview();
        long by = Math.round((e.getX() - start.x()) * scale.window().span() / scale.width());
        switch (start.kind()) {
            case PAN -> change(window.from() - by, window.to() - by);
            case FRAME -> change(window.from() + by, window.to() + by);
            case FRAME_START -> change(Math.min(window.from() + by, window.to() - TimeWindow.SHORTEST), window.to());
            case FRAME_END -> change(window.from(), Math.max(window.to() + by, window.from() + TimeWindow.SHORTEST));
        }
    }

    private void release(MouseEvent e) {
        DragStart start = drag;
        drag = null;
        if (start == null || dragged || start.kind() != DragKind.PAN || e.getButton() != MouseButton.PRIMARY) {
            return;
        }
        Optional<TimelineTarget> target = layout.hit(e.getX(), e.getY());
        if (e.getClickCount() == 2) {
            target.ifPresent(opened);
        } else {
            target.ifPresent(clicked);
        }
    }

    private void change(long from, long to) {
        model.range(from, to);
        moved.run();
        requestLayout();
    }

    /// The wheel zooms at the pointer; with Shift, or sideways, it pans.
    private void scroll(ScrollEvent e) {
        if (e.getDeltaX() != 0) {
            model.pan(Math.round(-e.getDeltaX() * model.window().span() / room()));
        } else if (e.getDeltaY() != 0) {
            boolean above = e.getY() < LanePlan.OVERVIEW;
            long at = above ? model.window().at(0.5) : layout.scale().at(e.getX());
            model.zoom(Math.pow(ZOOM, e.getDeltaY() / NOTCH), at);
        }
        moved.run();
        requestLayout();
        e.consume();
    }
}
