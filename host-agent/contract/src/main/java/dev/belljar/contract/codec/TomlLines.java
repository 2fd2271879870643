package dev.belljar.contract.codec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The line of a value in a TOML document, and of what it contains.
final class TomlLines {
    private final int line;
    private final int depth;
    private final Map<String, TomlLines> keys = new HashMap<>();
    private final List<TomlLines> elements = new ArrayList<>();

    TomlLines(int line) {
        this(line, 0);
    }

    private TomlLines(int line, int depth) {
        this.line = line;
        this.depth = depth;
    }

    int line() {
        return line;
    }

    /// How many tables and arrays contain the value.
    int depth() {
        return depth;
    }

    /// The value of a key, or this one if it has no such key.
    TomlLines key(String key) {
        return keys.getOrDefault(key, this);
    }

    /// The element with this index, or this value if it has no such element.
    TomlLines element(int index) {
        return index < elements.size() ? elements.get(index) : this;
    }

    /// The value of a key, which may be new. A key of an array of tables belongs to its last table.
    TomlLines with(String key, int at) {
        return keys.computeIfAbsent(key, k -> new TomlLines(at, depth + 1)).last();
    }

    /// The value of a key that is an array of tables, to which a table is added.
    TomlLines withTable(String key, int at) {
        return keys.computeIfAbsent(key, k -> new TomlLines(at, depth + 1)).withElement(at);
    }

    TomlLines withElement(int at) {
        TomlLines element = new TomlLines(at, depth + 1);
        elements.add(element);
        return element;
    }

    private TomlLines last() {
        return elements.isEmpty() ? this : elements.getLast();
    }
}
