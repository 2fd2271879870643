package dev.belljar.client.console;

import dev.belljar.contract.text.VisibleText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A table for a terminal: columns as wide as their longest cell, two blanks between them. The last column has
/// no limit; in the others the middle of a long word is removed, so that a guest's word cannot displace the
/// rest.
public final class TextTable {
    private static final int WIDEST = 60;

    private final List<String[]> rows = new ArrayList<>();
    private final boolean whole;

    public TextTable(String... head) {
        this(false, head);
    }

    private TextTable(boolean whole, String... head) {
        this.whole = whole;
        rows.add(head);
    }

    /// Creates a table whose cells are shortened only on a terminal, so that other programs read complete
    /// cells.
    public static TextTable whole(String... head) {
        return new TextTable(!TextColours.terminal(), head);
    }

    public TextTable row(@Nullable Object... cells) {
        String[] words = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            String text = cells[i] == null ? "" : VisibleText.line(String.valueOf(cells[i]));
            words[i] = i < cells.length - 1 && !whole ? narrowed(text) : text;
        }
        rows.add(words);
        return this;
    }

    /// Shortens a cell in the middle: the last labels identify a name, and both ends an address or a path.
    private static String narrowed(String whole) {
        return whole.length() <= WIDEST
                ? whole
                : whole.substring(0, WIDEST / 2 - 1) + "…" + whole.substring(whole.length() - WIDEST / 2);
    }

    public void print(PrintStream out) {
        print(out, line -> line);
    }

    /// Prints the table. Each aligned line is passed through `painted`, which may colour it.
    public void print(PrintStream out, UnaryOperator<String> painted) {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]);
                if (i < row.length - 1) {
                    line.append(" ".repeat(widths[i] - row[i].length() + 2));
                }
            }
            out.println(painted.apply(line.toString().stripTrailing()));
        }
    }
}
