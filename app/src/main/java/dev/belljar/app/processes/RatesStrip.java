package dev.belljar.app.processes;

import dev.belljar.app.drawing.BarShape;
import dev.belljar.app.process.ProcessRates;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/// A chart of the last five minutes: started processes above the line, exited ones below, failed ones red.
final class RatesStrip extends Pane {
    private static final Texts TEXTS = Texts.of(RatesStrip.class);
    private static final double LEFT = 144;
    private static final double MIDDLE = 36.5;
    private static final double TALLEST = 25;

    private final UiContext context;
    private final BarShape starts = new BarShape("ink-flow");
    private final BarShape still = new BarShape("ink-flow-soft");
    private final BarShape ends = new BarShape("ink-quiet");
    private final BarShape dead = new BarShape("ink-quiet-soft");
    private final BarShape failed = new BarShape("ink-danger");
    private final BarShape grid = new BarShape("ink-grid");
    private final Pane ticks = new Pane();
    private final Label startFigure = UiParts.text("0", "sm", "semi");
    private final Label endFigure = UiParts.text("0", "sm", "semi");
    private final Label failFigure = UiParts.text("0", "sm", "semi");
    private ProcessRates rates = ProcessRates.NONE;

    RatesStrip(UiContext context) {
        this.context = context;
        getStyleClass().add("rates-strip");
        ticks.setMouseTransparent(true);
        getChildren().addAll(grid, still, starts, dead, ends, failed, ticks);
        legend("ink-flow", TEXTS.get("rates.started"), startFigure, 15);
        legend("ink-quiet", TEXTS.get("rates.exited"), endFigure, 35);
        legend("ink-danger", TEXTS.get("rates.failed"), failFigure, 55);
    }

    void show(ProcessRates next) {
        rates = next;
        startFigure.setText(rate(next.starts()));
        endFigure.setText(rate(next.ends()));
        failFigure.setText(rate(next.failed()));
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        List.of(starts, still, ends, dead, failed, grid).forEach(BarShape::clear);
        ticks.getChildren().clear();
        int count = rates.starts().size();
        if (count == 0) {
            return;
        }
        double step = (getWidth() - LEFT - 16) / count;
        int top = Math.max(
                4,
                Math.max(
                        rates.starts().stream()
                                .mapToInt(Integer::intValue)
                                .max()
                                .orElse(0),
                        rates.ends().stream().mapToInt(Integer::intValue).max().orElse(0)));
        for (int i = 0; i < count; i++) {
            double x = LEFT + i * step;
            tick(rates.until() - (count - i) * ProcessRates.STRETCH_MILLIS, x);
            up(rates.starts().get(i), x, step - 1.5, top);
            down(rates.ends().get(i), rates.failed().get(i), x, step - 1.5, top);
        }
        label(TEXTS.get("rates.now"), getWidth() - 16, true);
    }

    private void up(int figure, double x, double width, int top) {
        double height = Math.max(1, figure * TALLEST / top);
        (figure > 0 ? starts : still).bar(x, MIDDLE - height, width, height);
    }

    private void down(int figure, int bad, double x, double width, int top) {
        double height = Math.max(1, figure * TALLEST / top);
        (figure > 0 ? ends : dead).bar(x, MIDDLE + 0.5, width, height);
        if (bad > 0) {
            failed.bar(x, MIDDLE + 0.5, width, Math.max(3, bad * TALLEST / top));
        }
    }

    private void tick(long at, double x) {
        if (at % 60_000 < ProcessRates.STRETCH_MILLIS && x < getWidth() - 70) {
            grid.bar(Math.floor(x), 10, 1, 52);
            label(FigureFormat.minute(at, context.clock().getZone()), x, false);
        }
    }

    private void label(String words, double x, boolean end) {
        Label label = UiParts.text(words, "xs", "faint");
        ticks.getChildren().add(label);
        label.applyCss();
        double width = label.prefWidth(-1);
        label.resizeRelocate(Math.rint(end ? x - width : x - width / 2), 65, Math.ceil(width), 14);
    }

    private void legend(String ink, String words, Label figure, double y) {
        Region swatch = new Region();
        swatch.getStyleClass().addAll("swatch", ink);
        HBox row = UiParts.row(
                6,
                swatch,
                UiParts.text(words, "sm", "muted"),
                UiParts.grow(),
                figure,
                UiParts.text(TEXTS.get("rates.per-second"), "sm", "muted"));
        HBox.setMargin(row.getChildren().getLast(), new javafx.geometry.Insets(0, 0, 0, -2));
        row.setPrefWidth(100);
        row.resizeRelocate(16, y, 100, 20);
        row.setLayoutX(16);
        row.setLayoutY(y);
        getChildren().add(row);
    }

    /// The rate of the last complete interval, per second.
    private static String rate(List<Integer> figures) {
        int last = figures.size() < 2 ? 0 : figures.get(figures.size() - 2);
        return Long.toString(Math.round(last * 1000.0 / ProcessRates.STRETCH_MILLIS));
    }
}
