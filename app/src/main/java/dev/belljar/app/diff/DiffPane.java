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
import javafx.scene.layout.Region;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.fxmisc.richtext.util.UndoUtils;
import org.jspecify.annotations.Nullable;

/// One column of a diff: line numbers, signs and coloured code; only visible lines are drawn.
final class DiffPane {
    /// A line of this column: its side with the numbers to show (null for no column, 0 for an empty one), or a bar, or
    /// the head of a hunk.
    record PaneLine(
            @Nullable DiffSide side,
            @Nullable Integer before,
            @Nullable Integer after,
            String bar,
            int hunk) {
        static final PaneLine NOTHING = line(null);

        /// A line with one column of numbers.
        static PaneLine line(@Nullable DiffSide side) {
            return new PaneLine(side, side == null ? 0 : side.number(), null, "", DiffRow.NO_HUNK);
        }

        /// A line with two columns of numbers, 0 for none.
        static PaneLine line(DiffSide side, int before, int after) {
            return new PaneLine(side, before, after, "", DiffRow.NO_HUNK);
        }

        static PaneLine bar(String words) {
            return new PaneLine(null, null, null, words, DiffRow.NO_HUNK);
        }

        static PaneLine head(int hunk) {
            return new PaneLine(null, null, null, "", hunk);
        }

        boolean isHead() {
            return hunk != DiffRow.NO_HUNK;
        }
    }

    /// The space right of a line's text, pixels; see `diff.css`.
    private static final double EDGE = 8;

    private final CodeArea area = new CodeArea();
    private final VirtualizedScrollPane<CodeArea> scroll = new VirtualizedScrollPane<>(area);
    private final HunkHeads heads;
    private HunkHeads.HeadPlace place = HunkHeads.HeadPlace.WHOLE;
    private List<PaneLine> lines = List.of();
    private int current = DiffRow.NO_HUNK;

    DiffPane(String name, HunkHeads heads) {
        this.heads = heads;
        area.setEditable(false);
        area.setUndoManager(UndoUtils.noOpUndoManager());
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

    /// Shows or hides the horizontal scroll bar.
    void horizontalBar(boolean there) {
        scroll.setHbarPolicy(there ? ScrollPane.ScrollBarPolicy.AS_NEEDED : ScrollPane.ScrollBarPolicy.NEVER);
    }

    /// Sets what the heads of hunks cover.
    void place(HunkHeads.HeadPlace next) {
        place = next;
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
    }

    /// Goes to the first line.
    void top() {
        area.showParagraphAtTop(0);
    }

    /// Marks the head of this hunk; the heads of this one and the one before are drawn again.
    void current(int hunk) {
        int before = current;
        if (before == hunk) {
            return;
        }
        current = hunk;
        for (int i = 0; i < lines.size(); i++) {
            PaneLine line = lines.get(i);
            if (line.isHead() && (line.hunk() == before || line.hunk() == hunk)) {
                area.setParagraphStyle(i, List.of(kind(line)));
                area.recreateParagraphGraphic(i);
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

    /// The length of the longest line, in characters.
    int longest() {
        return lines.stream().mapToInt(line -> words(line).length()).max().orElse(0);
    }

    /// Scrolls to a row, with four rows above it.
    void reveal(int row) {
        if (row < area.getParagraphs().size()) {
            area.showParagraphAtTop(Math.max(0, row - 4));
        }
    }

    /// Scrolls to the head of a hunk.
    void revealHead(int row) {
        area.showParagraphAtTop(Math.max(0, row - 1));
    }

    /// Lays out the first rows, whatever is visible.
    void measureFromTop() {
        area.showParagraphAtTop(0);
        area.layout();
    }

    private static String words(PaneLine line) {
        DiffSide side = line.side();
        return side == null ? "" : FigureFormat.printable(side.text().replace("\t", "    "));
    }

    private String kind(PaneLine line) {
        DiffSide side = line.side();
        if (line.isHead()) {
            return line.hunk() == current ? "hunk-row-current" : "hunk-row";
        }
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
        PaneLine line = row < lines.size() ? lines.get(row) : PaneLine.NOTHING;
        if (line.isHead()) {
            Region head = heads.head(line.hunk(), place);
            head.minWidthProperty().bind(area.widthProperty().subtract(EDGE));
            head.maxWidthProperty().bind(head.minWidthProperty());
            return head;
        }
        if (!line.bar().isEmpty()) {
            HBox bar = new HBox(barWords(line.bar()));
            bar.getStyleClass().addAll("gutter", kind(line));
            return bar;
        }
        DiffSide side = line.side();
        boolean plus = side != null && side.kind() == LineChange.ADDED;
        boolean minus = side != null && side.kind() == LineChange.REMOVED;
        List<Integer> numbers = new ArrayList<>();
        Integer before = line.before();
        Integer after = line.after();
        if (before != null) {
            numbers.add(before);
        }
        if (after != null) {
            numbers.add(after);
        }
        return new DiffGutter(kind(line), numbers, plus ? "+" : minus ? "−" : "");
    }

    private static Label barWords(String bar) {
        Label label = new Label(bar);
        label.getStyleClass().add("bar-words");
        label.setAlignment(Pos.CENTER_LEFT);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }
}
