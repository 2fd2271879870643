package dev.belljar.mcp.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds the JSON schema of a tool's arguments. Other arguments than those that it names are refused.
final class ToolSchema {
    private static final int LONGEST_NAME = 255;

    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();

    /// The argument that names a sandbox.
    ToolSchema sandbox() {
        return required("sandbox", text("The name or id of a sandbox, as list_sandboxes shows it.", LONGEST_NAME));
    }

    /// An argument that every call needs.
    ToolSchema required(String name, Map<String, Object> type) {
        required.add(name);
        return optional(name, type);
    }

    /// An argument that a call may omit.
    ToolSchema optional(String name, Map<String, Object> type) {
        properties.put(name, type);
        return this;
    }

    /// The schema.
    Map<String, Object> build() {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                List.copyOf(required),
                "additionalProperties",
                false);
    }

    /// A text of at most `longest` characters.
    static Map<String, Object> text(String about, int longest) {
        return Map.of("type", "string", "description", about, "minLength", 1, "maxLength", longest);
    }

    /// One of these words.
    static Map<String, Object> word(String about, List<String> words) {
        return Map.of("type", "string", "description", about, "enum", words);
    }

    /// A whole number in a range.
    static Map<String, Object> number(String about, long least, long most) {
        return Map.of("type", "integer", "description", about, "minimum", least, "maximum", most);
    }

    /// A list of at least one and at most `most` items.
    static Map<String, Object> list(String about, Map<String, Object> items, int most) {
        return Map.of("type", "array", "description", about, "items", items, "minItems", 1, "maxItems", most);
    }
}
