package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the indexes in pip's configuration files. What the first file says has precedence.
final class PipReader {
    private static final Set<String> SECTIONS = Set.of("global", "install", "download");

    private PipReader() {}

    /// The indexes in these files.
    static List<FoundMirror> read(Map<String, String> texts) {
        List<FoundMirror> found = new ArrayList<>();
        texts.forEach((source, text) -> values(text).forEach((key, words) -> {
            for (String word : words) {
                switch (key) {
                    case "index-url" -> found.add(mirror(MirrorKind.INDEX, "", word, source));
                    case "extra-index-url" -> found.add(mirror(MirrorKind.EXTRA_INDEX, "", word, source));
                    case "proxy" -> found.add(mirror(MirrorKind.PROXY, "", word, source));
                    default -> {}
                }
            }
        }));
        return found;
    }

    private static FoundMirror mirror(MirrorKind kind, String concerns, String address, String source) {
        return FoundMirror.of(new MirrorSlot(MirrorTool.PIP, kind, concerns), address, source, null);
    }

    /// The words of each value. A value goes on in the following lines that are indented.
    private static Map<String, List<String>> values(String text) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        boolean concerned = false;
        for (String line : text.lines().toList()) {
            String stripped = line.strip();
            if (stripped.isEmpty() || stripped.startsWith("#") || stripped.startsWith(";")) {
                continue;
            }
            int end = end(stripped);
            if (stripped.startsWith("[")) {
                concerned =
                        SECTIONS.contains(stripped.replaceAll("[\\[\\]]", "").strip());
                current = new ArrayList<>();
            } else if (Character.isWhitespace(line.charAt(0))) {
                current.addAll(words(stripped));
            } else if (concerned && end > 0) {
                current = values.computeIfAbsent(key(stripped.substring(0, end)), _ -> new ArrayList<>());
                current.addAll(words(stripped.substring(end + 1)));
            } else {
                current = new ArrayList<>();
            }
        }
        return values;
    }

    private static int end(String line) {
        int equals = line.indexOf('=');
        int colon = line.indexOf(':');
        return equals < 0 ? colon : colon < 0 ? equals : Math.min(equals, colon);
    }

    private static String key(String text) {
        return text.strip().toLowerCase(java.util.Locale.ROOT).replace('_', '-').replaceFirst("^--", "");
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
