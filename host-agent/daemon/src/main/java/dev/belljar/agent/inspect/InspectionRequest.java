package dev.belljar.agent.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// The inspection that the developer asked for in one sandbox, and the placeholders that its guest has: the
/// content of its file on disk. `installed` and `authorities` say whether the guest was made to trust the
/// sandbox's own authority, and any of the host's.
record InspectionRequest(
        List<String> names,
        List<String> except,
        Map<String, String> placeholders,
        boolean installed,
        boolean authorities) {
    static final InspectionRequest NOTHING = new InspectionRequest(List.of(), List.of(), Map.of(), false, false);
    private static final String ALL = "*";
    private static final int MOST = 500;
    private static final Pattern NAME = Pattern.compile(
            "(?=.{1,253}$)(?:\\*\\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*");

    InspectionRequest {
        names = List.copyOf(names);
        except = List.copyOf(except);
        placeholders = Map.copyOf(placeholders);
    }

    /// Whether connections to this host are to be inspected according to the names.
    boolean covers(String host) {
        return names.stream().anyMatch(name -> matches(name, host));
    }

    /// Whether connections to this host are never to be inspected.
    boolean excepts(String host) {
        return except.stream().anyMatch(name -> matches(name, host));
    }

    private static boolean matches(String pattern, String host) {
        return pattern.equals(ALL)
                || pattern.equals(host)
                || (pattern.startsWith("*.") && host.endsWith(pattern.substring(1)));
    }

    /// The request with names switched on or off.
    ///
    /// @throws InspectException when one is not a host name
    InspectionRequest set(boolean on, List<String> requested) throws InspectException {
        if (requested.isEmpty() || requested.contains(ALL)) {
            return new InspectionRequest(
                    on ? List.of(ALL) : List.of(), List.of(), placeholders, installed, authorities);
        }
        List<String> more = new ArrayList<>(names);
        List<String> less = new ArrayList<>(except);
        for (String name : requested) {
            String canonical = canonical(name);
            more.remove(canonical);
            less.remove(canonical);
            (on ? more : less).add(canonical);
        }
        if (more.size() + less.size() > MOST) {
            throw new InspectException(
                    InspectException.NAME,
                    "too many names to inspect or exclude: expected at most %d".formatted(MOST),
                    null,
                    null);
        }
        return new InspectionRequest(more, less, placeholders, installed, authorities);
    }

    private static String canonical(String name) throws InspectException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(lower).matches()) {
            throw new InspectException(
                    InspectException.NAME,
                    "invalid name: expected a host name or pattern such as example.org, *.example.org or *",
                    null,
                    null);
        }
        return lower;
    }

    InspectionRequest with(String secret, String placeholder) {
        Map<String, String> more = new LinkedHashMap<>(placeholders);
        more.put(secret, placeholder);
        return new InspectionRequest(names, except, more, installed, authorities);
    }

    InspectionRequest installed(boolean own, boolean ofHost) {
        return new InspectionRequest(names, except, placeholders, own, ofHost);
    }
}
