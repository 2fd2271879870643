package dev.belljar.app.palette;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Finds items of the command palette by the typed text, in groups with headings. Before anything is typed it
/// offers the last chosen items; after a `>` it finds only actions.
final class PaletteModel {
    /// The most rows of one group, so that a thousand files do not hide one process.
    static final int SHOWN = 6;

    private static final String ACTIONS_ONLY = ">";

    private final List<PaletteItem> items;
    private final List<String> recent;

    /// `recent` are the ids of the last chosen items, newest first.
    PaletteModel(List<PaletteItem> items, List<String> recent) {
        this.items = List.copyOf(items);
        this.recent = List.copyOf(recent);
    }

    /// A row of the list.
    sealed interface PaletteRow {
        /// The name of a group, with the numbers of items shown and found.
        record GroupHeading(PaletteGroup group, int shown, int found) implements PaletteRow {}

        /// An item that can be chosen.
        record ItemRow(PaletteItem item) implements PaletteRow {}
    }

    /// An item with the quality of its match.
    private record Match(PaletteItem item, int quality) {}

    /// Returns the rows for the typed text.
    List<PaletteRow> find(String typed) {
        String words = typed.strip();
        if (words.startsWith(ACTIONS_ONLY)) {
            String action = words.substring(1).strip();
            return rows(matches(action, List.of(PaletteGroup.ACTIONS)), Integer.MAX_VALUE);
        }
        return words.isEmpty() ? offered() : rows(matches(words, List.of(PaletteGroup.values())), SHOWN);
    }

    /// Returns the index of the row that is selected at first: the first item that is not an approval, so
    /// that `Enter` never opens one by accident; -1 for none.
    static int first(List<PaletteRow> rows) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof PaletteRow.ItemRow entry && entry.item().group() != PaletteGroup.APPROVALS) {
                return i;
            }
        }
        return -1;
    }

    /// Returns the index of the next item from row `at` in direction `by`, wrapping around at the ends and
    /// skipping headings.
    static int step(List<PaletteRow> rows, int at, int by) {
        if (rows.stream().noneMatch(PaletteRow.ItemRow.class::isInstance)) {
            return -1;
        }
        int next = at < 0 && by < 0 ? 0 : at;
        do {
            next = Math.floorMod(next + by, rows.size());
        } while (rows.get(next) instanceof PaletteRow.GroupHeading);
        return next;
    }

    private List<PaletteRow> offered() {
        List<PaletteItem> last = recent.stream()
                .flatMap(id -> items.stream().filter(item -> item.id().equals(id)))
                .filter(item -> item.group() != PaletteGroup.APPROVALS)
                .limit(SHOWN)
                .toList();
        List<PaletteRow> rows = new ArrayList<>();
        group(rows, PaletteGroup.RECENT, last, last.size());
        for (PaletteGroup group : PaletteGroup.values()) {
            if (group.offered()) {
                List<PaletteItem> members = items.stream()
                        .filter(item -> item.group() == group && !last.contains(item))
                        .toList();
                group(rows, group, members, members.size());
            }
        }
        return rows;
    }

    private Map<PaletteGroup, List<Match>> matches(String words, List<PaletteGroup> groups) {
        Map<PaletteGroup, List<Match>> found = new EnumMap<>(PaletteGroup.class);
        for (PaletteItem item : items) {
            int quality = words.isEmpty() ? 0 : item.match(words);
            if (quality != PaletteItem.NONE && groups.contains(item.group())) {
                found.computeIfAbsent(item.group(), group -> new ArrayList<>()).add(new Match(item, quality));
            }
        }
        found.values()
                .forEach(list -> list.sort(
                        Comparator.comparingInt(Match::quality).thenComparingInt(match -> age(match.item()))));
        return found;
    }

    private int age(PaletteItem item) {
        int at = recent.indexOf(item.id());
        return at < 0 ? recent.size() : at;
    }

    private static List<PaletteRow> rows(Map<PaletteGroup, List<Match>> found, int most) {
        List<PaletteRow> rows = new ArrayList<>();
        found.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        entry -> entry.getValue().getFirst().quality()))
                .forEach(entry -> group(
                        rows,
                        entry.getKey(),
                        entry.getValue().stream().limit(most).map(Match::item).toList(),
                        entry.getValue().size()));
        return rows;
    }

    private static void group(List<PaletteRow> rows, PaletteGroup group, List<PaletteItem> members, int found) {
        if (!members.isEmpty()) {
            rows.add(new PaletteRow.GroupHeading(group, members.size(), found));
            members.forEach(item -> rows.add(new PaletteRow.ItemRow(item)));
        }
    }
}
