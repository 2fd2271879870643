package dev.belljar.app.environment;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;

/// The output of a setup as it is shown and copied; `complete` is false if older output was dropped.
record OutputModel(String text, boolean complete) {
    private static final Texts TEXTS = Texts.of(OutputModel.class);
    private static final String TAB = "    ";

    /// The output in printable characters, with spaces for tabs.
    String lines() {
        return FigureFormat.printableLines(
                text.lines().map(line -> line.replace("\t", TAB)).toList());
    }

    /// What the dialog shows: the output, or that there is none.
    String shown() {
        return text.isBlank() ? TEXTS.get("output.empty") : lines();
    }

    /// What is said above the output; empty text for nothing.
    String note() {
        return complete ? "" : TEXTS.get("output.dropped");
    }
}
