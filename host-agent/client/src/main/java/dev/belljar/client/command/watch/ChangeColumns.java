package dev.belljar.client.command.watch;

import dev.belljar.client.console.TextTable;
import dev.belljar.contract.view.work.FileChange;
import java.util.List;

/// Formats changed files as a table.
final class ChangeColumns {
    private ChangeColumns() {}

    static TextTable of(List<FileChange> changes) {
        TextTable columns = TextTable.whole("", "+", "−", "PATH", "COULD RUN CODE ON THIS COMPUTER");
        for (FileChange change : changes) {
            columns.row(
                    change.status(),
                    change.added() < 0 ? "bin" : change.added(),
                    change.removed() < 0 ? "" : change.removed(),
                    change.from() == null ? change.path() : change.from() + " → " + change.path(),
                    change.risk() == null ? "" : "▲ " + change.risk());
        }
        return columns;
    }
}
