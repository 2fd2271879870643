package dev.belljar.app.palette;

import java.util.Arrays;
import java.util.Locale;
import org.kordamp.ikonli.feather.Feather;

/// An item of the command palette. `id` stays the same each time the palette opens; `key` is the shortcut of
/// the same action, empty for none.
record PaletteItem(
        String id, PaletteGroup group, Feather icon, String words, String detail, String key, Runnable action) {
    /// No match.
    static final int NONE = -1;

    private static final int START = 0;
    private static final int WORD = 1;
    private static final int INSIDE = 2;
    private static final int DETAIL = 3;

    /// Returns how well the item matches the typed text, 0 for the best match, or [#NONE]; its words or its
    /// detail must contain every typed word.
    int match(String typed) {
        String name = words.toLowerCase(Locale.ROOT);
        String all = name + " " + detail.toLowerCase(Locale.ROOT);
        String[] terms = typed.strip().toLowerCase(Locale.ROOT).split("\\s+");
        if (!Arrays.stream(terms).allMatch(all::contains)) {
            return NONE;
        } else if (name.startsWith(terms[0])) {
            return START;
        } else if (Arrays.stream(name.split("[^\\p{L}\\p{N}]+")).anyMatch(word -> word.startsWith(terms[0]))) {
            return WORD;
        }
        return name.contains(terms[0]) ? INSIDE : DETAIL;
    }
}
