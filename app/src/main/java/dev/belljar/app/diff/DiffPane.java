package dev.belljar.app.diff;

import dev.belljar.app.diff.HunkHeads.HeadPlace;
import dev.belljar.app.diff.PaneLine.StyledPart;
import dev.belljar.app.diff.TextSelection.TextSpot;
import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.theme.ColourTokens;
import dev.belljar.app.theme.Theme;
import java.util.Arrays;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;

/// One column of a diff: line numbers, signs and coloured code, which can be selected and copied.
///
/// Only visible lines are drawn, on a canvas; only heads and bars are nodes. A review that moves to the next file in
/// each frame has no time to make nodes for each part of each line.
final class DiffPane extends Region implements SelectionInput.SelectedColumn {
    /// Lines above the one to which the column scrolls.
    private static final int ABOVE = 4;

    private final Canvas canvas = new Canvas();
    private final RowNodes rows;
    private final ScrollBar down = new ScrollBar();
    private final ScrollBar across = new ScrollBar();
    private final LineRuler ruler = new LineRuler();
    private final TextSelection selection = new TextSelection();
    private final Rectangle bounds = new Rectangle();
    private ColourTokens tokens;
    private List<PaneLine> lines = List.of();
    private @Nullable List<StyledPart>[] parts = styled(0);
    /// Where each line begins, and where the last one ends.
    private double[] tops = {0};

    private double widest;
    private double reach;
    private double gutter;
    private boolean withDown = true;
    private boolean withAcross = true;
    private int current = DiffRow.NO_HUNK;
    private Runnable scrolled = () -> {};

    DiffPane(String name, ReadOnlyObjectProperty<Theme> theme, HunkHeads heads) {
        rows = new RowNodes(heads);
        tokens = ColourTokens.of(theme.get());
        theme.addListener((at, was, now) -> {
            tokens = ColourTokens.of(now);
            requestLayout();
        });
        getStyleClass().add("diff-area");
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        setAccessibleRoleDescription(name);
        setFocusTraversable(true);
        setCursor(Cursor.TEXT);
        setClip(bounds);
        canvas.setManaged(false);
        canvas.setMouseTransparent(true);
        down.setOrientation(Orientation.VERTICAL);
        for (ScrollBar bar : List.of(down, across)) {
            bar.setManaged(false);
            bar.setCursor(Cursor.DEFAULT);
            bar.valueProperty().addListener((at, was, now) -> moved());
        }
        rows.setCursor(Cursor.DEFAULT);
        getChildren().setAll(canvas, rows, down, across);
        SelectionInput input = new SelectionInput(this, selection);
        setOnMousePressed(input::press);
        setOnMouseDragged(input::drag);
        setOnKeyPressed(input::key);
        setOnScroll(this::wheel);
    }

    /// Hides the vertical scroll bar; the pane follows another one.
    void withoutScrollBar() {
        withDown = false;
    }

    /// Sets the width of the longest line of all columns that scroll together, and whether this one has the horizontal
    /// scroll bar; the others leave room for it, to stay level.
    void reach(double longest, boolean bar) {
        reach = longest;
        withAcross = bar;
        requestLayout();
    }

    /// Sets what the heads of hunks cover.
    void place(HeadPlace next) {
        rows.place(next);
    }

    /// Calls this after the column was scrolled.
    void onScrolled(Runnable then) {
        scrolled = then;
    }

    double scrollY() {
        return down.getValue();
    }

    double scrollX() {
        return across.getValue();
    }

    void scroll(double x, double y) {
        across.setValue(Math.clamp(x, 0, Math.max(0, across.getMax())));
        down.setValue(Math.clamp(y, 0, Math.max(0, down.getMax())));
    }

    void show(List<PaneLine> next) {
        lines = next;
        parts = styled(next.size());
        selection.replace(next.stream().map(PaneLine::text).toList());
        tops = new double[next.size() + 1];
        widest = 0;
        gutter = 0;
        for (int i = 0; i < next.size(); i++) {
            PaneLine line = next.get(i);
            tops[i + 1] = tops[i] + line.height();
            widest = Math.max(widest, ruler.width(line.text()));
            gutter = line.isHead() || line.isBar() ? gutter : Math.max(gutter, DiffPainter.gutter(line));
        }
        reach = widest;
        rows.reset();
        measure();
        requestLayout();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static @Nullable List<StyledPart>[] styled(int size) {
        return new List[size];
    }

    /// Goes to the first line.
    void top() {
        scroll(0, 0);
    }

    /// Marks the head of this hunk; the heads of this one and the one before are drawn again.
    void current(int hunk) {
        int before = current;
        if (before == hunk) {
            return;
        }
        current = hunk;
        rows.current(hunk);
        for (int i = 0; i < lines.size(); i++) {
            PaneLine line = lines.get(i);
            if (line.isHead() && (line.hunk() == before || line.hunk() == hunk)) {
                rows.update(i, line);
            }
        }
    }

    /// The row of a hunk's head, or -1.
    int row(int hunk) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isHead() && lines.get(i).hunk() == hunk) {
                return i;
            }
        }
        return -1;
    }

    /// The width of the longest line, pixels.
    double longest() {
        return widest;
    }

    /// Scrolls to a row, with four rows above it.
    void reveal(int row) {
        scroll(scrollX(), tops[Math.clamp((long) row - ABOVE, 0, lines.size())]);
    }

    /// Scrolls to the head of a hunk.
    void revealHead(int row) {
        scroll(scrollX(), tops[Math.clamp((long) row - 1, 0, lines.size())]);
    }

    @Override
    protected void layoutChildren() {
        measure();
        bounds.setWidth(getWidth());
        bounds.setHeight(getHeight());
        double width = viewWidth();
        double height = viewHeight();
        down.setVisible(width < getWidth());
        across.setVisible(withAcross && height < getHeight());
        down.resizeRelocate(width, 0, getWidth() - width, height);
        across.resizeRelocate(0, height, width, getHeight() - height);
        canvas.setWidth(width);
        canvas.setHeight(height);
        if (!lines.isEmpty()) {
            rows.show(lines, tops, line(scrollY()), line(scrollY() + height), Math.rint(scrollY()), width);
        } else {
            rows.show(lines, tops, 0, -1, 0, width);
        }
        draw(width, height);
    }

    /// Sets how far the column can be scrolled.
    private void measure() {
        range(down, tops[lines.size()], viewHeight());
        range(across, across(), viewWidth());
    }

    private static void range(ScrollBar bar, double all, double visible) {
        double most = Math.max(0, all - visible);
        bar.setMax(most);
        bar.setVisibleAmount(all <= 0 ? most : most * Math.min(1, visible / all));
        bar.setUnitIncrement(PaneLine.LINE);
        bar.setBlockIncrement(Math.max(PaneLine.LINE, visible - PaneLine.LINE));
        bar.setValue(Math.clamp(bar.getValue(), 0, most));
    }

    private double across() {
        return gutter + reach + DiffPainter.EDGE;
    }

    private double viewHeight() {
        return Math.max(0, getHeight() - (across() > getWidth() ? across.prefHeight(-1) : 0));
    }

    private double viewWidth() {
        boolean bar = withDown && tops[lines.size()] > viewHeight();
        return Math.max(0, getWidth() - (bar ? down.prefWidth(-1) : 0));
    }

    private void draw(double width, double height) {
        double top = Math.round(scrollY());
        double x = gutter - Math.round(scrollX());
        CanvasPen pen = new CanvasPen(canvas, tokens, 0);
        DiffPainter painter = new DiffPainter(pen, ruler);
        pen.clear(width, height);
        if (lines.isEmpty()) {
            return;
        }
        int first = line(top);
        int last = line(top + height);
        for (int i = first; i <= last; i++) {
            painter.ground(lines.get(i), tops[i] - top, width);
            painter.numbers(lines.get(i), tops[i] - top);
        }
        pen.within(gutter, 0, Math.max(0, width - gutter), height, () -> {
            for (int i = first; i <= last; i++) {
                painter.marks(lines.get(i), parts(i), x, tops[i] - top);
                select(painter, i, x, tops[i] - top);
                painter.text(lines.get(i), parts(i), x, tops[i] - top);
            }
        });
    }

    private void select(DiffPainter painter, int row, double x, double y) {
        TextSpot from = selection.from();
        TextSpot until = selection.until();
        if (!selection.isEmpty() && row >= from.line() && row <= until.line()) {
            PaneLine line = lines.get(row);
            int start = row == from.line() ? from.column() : 0;
            int end = row == until.line() ? until.column() : line.text().length();
            painter.selection(line, start, end, row < until.line() && line.side() != null, x, y);
        }
    }

    private List<StyledPart> parts(int row) {
        List<StyledPart> known = parts[row];
        List<StyledPart> now = known == null ? lines.get(row).parts() : known;
        parts[row] = now;
        return now;
    }

    /// The line at this height of the text, or the nearest one.
    private int line(double y) {
        int found = Arrays.binarySearch(tops, y);
        return Math.clamp(found >= 0 ? found : -found - 2L, 0, Math.max(0, lines.size() - 1));
    }

    private void moved() {
        requestLayout();
        scrolled.run();
    }

    private void wheel(ScrollEvent e) {
        boolean sideways = e.isShiftDown() && e.getDeltaX() == 0;
        scroll(scrollX() - (sideways ? e.getDeltaY() : e.getDeltaX()), scrollY() - (sideways ? 0 : e.getDeltaY()));
        e.consume();
    }

    @Override
    public TextSpot at(double x, double y) {
        return on(line(y + Math.round(scrollY())), x - gutter + Math.round(scrollX()));
    }

    @Override
    public double x(TextSpot spot) {
        return spot.line() < lines.size() ? ruler.x(lines.get(spot.line()).text(), spot.column()) : 0;
    }

    @Override
    public TextSpot on(int line, double x) {
        return line < lines.size()
                ? new TextSpot(line, ruler.column(lines.get(line).text(), x))
                : TextSpot.START;
    }

    @Override
    public int page() {
        return (int) Math.max(1, viewHeight() / PaneLine.LINE - 1);
    }

    @Override
    public void selected(boolean follow) {
        TextSpot caret = selection.caret();
        if (follow && caret.line() < lines.size()) {
            double y = tops[caret.line()];
            double x = x(caret);
            double room = Math.max(0, viewWidth() - gutter - DiffPainter.EDGE);
            double above = Math.min(scrollY(), y);
            double left = Math.min(scrollX(), x);
            scroll(Math.max(left, x - room), Math.max(above, tops[caret.line() + 1] - viewHeight()));
        }
        notifyAccessibleAttributeChanged(AccessibleAttribute.SELECTION_START);
        notifyAccessibleAttributeChanged(AccessibleAttribute.SELECTION_END);
        requestLayout();
    }

    @Override
    public @Nullable Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        return switch (attribute) {
            case TEXT -> selection.all();
            case EDITABLE -> false;
            case SELECTION_START -> selection.offset(selection.from());
            case SELECTION_END -> selection.offset(selection.until());
            case CARET_OFFSET -> selection.offset(selection.caret());
            case FONT -> LineRuler.CODE;
            default -> super.queryAccessibleAttribute(attribute, parameters);
        };
    }
}
