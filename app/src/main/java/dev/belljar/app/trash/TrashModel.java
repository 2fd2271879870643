package dev.belljar.app.trash;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The destroyed sandboxes, and what the screen says about each of them.
final class TrashModel {
    private static final Texts TEXTS = Texts.of(TrashModel.class);
    private static final long HOUR = 3_600_000;
    private static final long HOURS_SHOWN = 48;

    private @Nullable List<TrashItem> items;

    /// Sets the sandboxes in the trash; false if they are the same as before.
    boolean show(List<TrashItem> next) {
        boolean other = !next.equals(items);
        items = List.copyOf(next);
        return other;
    }

    /// The sandboxes, the newest first, as the host agent lists them.
    List<TrashItem> items() {
        return items == null ? List.of() : items;
    }

    boolean empty() {
        return items().isEmpty();
    }

    /// The disk space of all of them; empty text if there is none.
    String size() {
        long bytes = items().stream().mapToLong(TrashItem::size).sum();
        return empty() ? "" : TEXTS.get("trash.size", FigureFormat.bytes(bytes));
    }

    /// Where the work of a sandbox is, or that it exists only here.
    static String work(TrashItem item) {
        if (!item.saved()) {
            return TEXTS.get("trash.row.unsaved.tip");
        }
        return item.salvage() == null ? TEXTS.get("trash.row.nothing") : TEXTS.get("trash.row.salvage", item.salvage());
    }

    /// When a sandbox will be deleted; `now` in milliseconds since the epoch.
    static String until(TrashItem item, long now) {
        Long until = item.until();
        if (until == null) {
            return TEXTS.get("trash.row.kept");
        }
        long hours = Math.max(0, until - now) / HOUR;
        return hours < HOURS_SHOWN ? TEXTS.get("trash.row.hours", hours) : TEXTS.get("trash.row.days", hours / 24);
    }
}
