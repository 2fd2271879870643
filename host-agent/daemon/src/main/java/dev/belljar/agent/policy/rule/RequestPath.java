package dev.belljar.agent.policy.rule;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads the path of a request as servers do.
///
/// Servers differ: some resolve `..`, join `//` or drop parameters (`;a=1`) before they look for a file, others do
/// not, and an encoded slash is a slash for some of them only. So a path can have several readings. A request is
/// allowed only if all of them are, and denied if one of them is. A path that has even more readings, such as one
/// with a backslash, a parameter at a dot segment or an escape that is encoded twice, has none here: it is refused
/// where requests are told apart.
final class RequestPath {
    /// Stands for an encoded slash that is not taken for a slash; it is in no pattern and in no other path.
    private static final char ENCODED_SLASH = '\u2044';

    private static final Pattern ORIGIN = Pattern.compile("(?i:https?)://[^/?#]*");
    private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");
    private static final Pattern HIDDEN_DOTS = Pattern.compile("(^|/)\\.{1,2};");

    private RequestPath() {}

    /// All readings of the path in a request target, without its query; empty if it cannot be read safely.
    static Set<String> readings(String target) {
        String path = ORIGIN.matcher(target).lookingAt() ? target.replaceFirst(ORIGIN.pattern(), "") : target;
        int query = path.indexOf('?');
        path = query < 0 ? path : path.substring(0, query);
        if (path.isEmpty()) {
            path = "/";
        }
        if (path.equals("*")) {
            return Set.of(path);
        }
        String raw =
                path.startsWith("/") && path.indexOf('#') < 0 ? decoded(path).orElse("") : "";
        if (raw.isEmpty()) {
            return Set.of();
        }
        Set<String> readings = new LinkedHashSet<>();
        for (String slashes : new String[] {raw, raw.replace(ENCODED_SLASH, '/')}) {
            for (String plain : new String[] {slashes, slashes.replaceAll(";[^/]*", "")}) {
                for (String one : new String[] {plain, joined(plain)}) {
                    Optional<String> resolved = resolved(one);
                    if (resolved.isEmpty()) {
                        return Set.of();
                    }
                    readings.addAll(List.of(one, resolved.get(), joined(resolved.get())));
                }
            }
        }
        return readings;
    }

    private static String joined(String path) {
        return path.replaceAll("/{2,}", "/");
    }

    /// The path with its escapes decoded once.
    private static Optional<String> decoded(String path) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c != '%') {
                bytes.write(c);
                continue;
            }
            if (i + 2 >= path.length() || !ESCAPE.matcher(path).region(i, i + 3).matches()) {
                return Optional.empty();
            }
            int value = Integer.parseInt(path.substring(i + 1, i + 3), 16);
            if (value == '/') {
                bytes.writeBytes(Character.toString(ENCODED_SLASH).getBytes(StandardCharsets.UTF_8));
            } else {
                bytes.write(value);
            }
            i += 2;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            boolean own = path.toLowerCase(Locale.ROOT).contains("%e2%81%84");
            return own || !safe(text) ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean safe(String text) {
        return text.chars().noneMatch(c -> c < ' ' || c == '\\' || (c >= 0x7f && c < 0xa0))
                && !ESCAPE.matcher(text).find()
                && !HIDDEN_DOTS.matcher(text.replace(ENCODED_SLASH, '/')).find();
    }

    /// The path with its dot segments resolved; empty if they lead above the root.
    private static Optional<String> resolved(String path) {
        Deque<String> segments = new ArrayDeque<>();
        String[] all = path.substring(1).split("/", -1);
        for (int i = 0; i < all.length; i++) {
            boolean dots = all[i].equals("..");
            if (dots && segments.pollLast() == null) {
                return Optional.empty();
            }
            if (!dots && !all[i].equals(".")) {
                segments.addLast(all[i]);
            } else if (i == all.length - 1) {
                segments.addLast("");
            }
        }
        return Optional.of("/" + String.join("/", segments));
    }
}
