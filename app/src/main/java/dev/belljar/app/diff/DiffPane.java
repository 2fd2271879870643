package dev.belljar.app.diff;

import dev.belljar.app.diff.DiffRow.ChangedRange;
import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.app.text.FigureFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.jspecify.annotations.Nullable;

/// One column of a diff: line numbers, signs and coloured code; only visible lines are drawn.
final class DiffPane {
    /// A line of this column; a bar has no number and no side.
    record PaneLine(@Nullable DiffSide side, String bar) {}

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> scroll = new VirtualizedScrollPane<>(area);
    private List<PaneLine> lines = List.of();

    DiffPane(String name) {
        area.setEditable(false);
        area.setWrapText(false);
        area.getStyleClass().add("diff-area");
        area.setAccessibleText(name);
        area.setParagraphGraphicFactory(this::gutter);
        area.setFocusTraversable(true);
    }

    Node node() {
        return scroll;
    }

    /// Hides the vertical scroll bar; the pane follows another one.
    void withoutScrollBar() {
        scroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    }

    CodeArea area() {
        return area;
    }

    void show(List<PaneLine> next) {
        lines = next;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < next.size(); i++) {
            text.append(i == 0 ? "" : "\n").append(words(next.get(i)));
        }
        area.replaceText(text.toString());
        StyleSpansBuilder<Collection<String>> spans = new StyleSpansBuilder<>();
        for (int i = 0; i < next.size(); i++) {
            style(next.get(i), spans);
            spans.add(List.of(), i == next.size() - 1 ? 0 : 1);
        }
        if (!text.isEmpty()) {
            area.setStyleSpans(0, spans.create());
        }
        for (int i = 0; i < next.size(); i++) {
            area.setParagraphStyle(i, List.of(kind(next.get(i))));
        }
        area.moveTo(0);
        area.requestFollowCaret();
    }

    /// Scrolls to a row, with four rows above it.
    void reveal(int row) {
        if (row < area.getParagraphs().size()) {
            area.showParagraphAtTop(Math.max(0, row - 4));
        }
    }

    private static String words(PaneLine line) {
        DiffSide side = line.side();
        return side == null ? "" : FigureFormat.printable(side.text().replace("\t", "    "));
    }

    private static String kind(PaneLine line) {
        DiffSide side = line.side();
        if (!line.bar().isEmpty()) {
            return "bar";
        }
        return side == null ? "nil" : side.kind().name().toLowerCase(Locale.ROOT);
    }

    /// Splits the line at each boundary of a colour or mark and gives each part its styles.
    private static void style(PaneLine line, StyleSpansBuilder<Collection<String>> spans) {
        DiffSide side = line.side();
        String text = words(line);
        if (side == null || text.isEmpty()) {
            spans.add(List.of(), text.length());
            return;
        }
        List<SyntaxHighlighter.StyledSpan> code = SyntaxHighlighter.of(text);
        List<ChangedRange> marks = side.text().contains("\t") ? List.of() : side.marks();
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0, text.length()));
        code.forEach(s -> cuts.addAll(List.of(s.start(), s.end())));
        marks.forEach(m -> cuts.addAll(List.of(Math.min(m.start(), text.length()), Math.min(m.end(), text.length()))));
        int from = 0;
        for (int to : cuts) {
            if (to > from) {
                spans.add(stylesAt(from, code, marks), to - from);
                from = to;
            }
        }
    }

    private static List<String> stylesAt(int at, List<SyntaxHighlighter.StyledSpan> code, List<ChangedRange> marks) {
        List<String> styles = new ArrayList<>();
        code.stream().filter(s -> s.start() <= at && at < s.end()).findFirst().ifPresent(s -> styles.add(s.style()));
        if (marks.stream().anyMatch(m -> m.start() <= at && at < m.end())) {
            styles.add("word");
        }
        return styles;
    }

    private Node gutter(int row) {
        PaneLine line = row < lines.size() ? lines.get(row) : new PaneLine(null, "");
        DiffSide side = line.side();
        HBox gutter = new HBox();
        gutter.getStyleClass().addAll("gutter", kind(line));
        if (!line.bar().isEmpty()) {
            gutter.getChildren().add(label(line.bar(), "bar-words", Pos.CENTER_LEFT));
            return gutter;
        }
        Label number = label(side == null ? "" : Integer.toString(side.number()), "line-number", Pos.CENTER_RIGHT);
        boolean plus = side != null && side.kind() == LineChange.ADDED;
        boolean minus = side != null && side.kind() == LineChange.REMOVED;
        gutter.getChildren().addAll(number, label(plus ? "+" : minus ? "−" : "", "sign", Pos.CENTER_LEFT));
        return gutter;
    }

    private static Label label(String words, String style, Pos where) {
        Label label = new Label(words);
        label.getStyleClass().add(style);
        label.setAlignment(where);
        label.setMinWidth(Label.USE_PREF_SIZE);
        return label;
    }
}
