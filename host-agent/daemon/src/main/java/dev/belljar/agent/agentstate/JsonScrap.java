package dev.belljar.agent.agentstate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds a text in JSON that may be cut off or wrong: the value of the first key with a name, at any depth.
///
/// A quotation mark within a text is always escaped in JSON, so a value cannot pretend to be a key.
final class JsonScrap {
    private static final int LONGEST = 4_000;

    private JsonScrap() {}

    /// The text of this key, cut at a limit; null if there is none, or it is empty.
    static @Nullable String text(String json, String key) {
        Matcher found = Pattern.compile("\"" + Pattern.quote(key) + "\"[ \\t\\r\\n]{0,8}:[ \\t\\r\\n]{0,8}\"")
                .matcher(json);
        if (!found.find()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int at = found.end(); at < json.length() && text.length() < LONGEST; at++) {
            char c = json.charAt(at);
            if (c == '"') {
                break;
            }
            if (c == '\\' && at + 1 < json.length()) {
                at++;
                at += escaped(json, at, text);
            } else {
                text.append(c);
            }
        }
        return text.toString().isBlank() ? null : text.toString();
    }

    /// Appends the character of an escape sequence; returns how many characters more than one it has.
    private static int escaped(String json, int at, StringBuilder text) {
        switch (json.charAt(at)) {
            case 'n', 'r', 't' -> text.append(' ');
            case 'u' -> {
                if (at + 5 <= json.length()) {
                    try {
                        text.append((char) Integer.parseUnsignedInt(json, at + 1, at + 5, 16));
                        return 4;
                    } catch (NumberFormatException e) {
                        text.append('?');
                    }
                }
            }
            default -> text.append(json.charAt(at));
        }
        return 0;
    }
}
