package dev.belljar.app.table;

import javafx.scene.Node;

/// One cell of a dense table, created once and reused for many items.
public interface CellView<T> {
    /// The node that draws the cell.
    Node node();

    /// Shows another item.
    void show(T item);
}
