package dev.belljar.app.log;

import dev.belljar.app.sandbox.LogLine;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.ui.UiParts;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// What a log line says; lines of the console are monospaced, because programs align them with spaces.
final class WhatCell implements CellView<LogLine> {
    private final Label label = UiParts.cut("", "plain");

    @Override
    public Node node() {
        return label;
    }

    @Override
    public void show(LogLine line) {
        label.setText(FigureFormat.printable(line.words()));
        label.getStyleClass().removeAll("plain", "mono", "m12");
        if (line.kind().equals("console")) {
            label.getStyleClass().addAll("mono", "m12");
        } else {
            label.getStyleClass().add("plain");
        }
    }
}
