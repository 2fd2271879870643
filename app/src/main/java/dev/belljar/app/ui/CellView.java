package dev.belljar.app.ui;

import javafx.scene.Node;

/// One cell of a dense table, made once and shown many times.
public interface CellView<T> {
    /// What is drawn.
    Node node();

    /// Shows another item.
    void show(T item);
}
