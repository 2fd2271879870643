package dev.belljar.agent.policy.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Some of the ports 1 to 65535, as numbers and ranges: `443,8000-8100`.
record PortSet(String text, List<Range> ranges) {
    private static final int MOST = 65_535;
    private static final int MOST_RANGES = 64;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    record Range(int from, int to) {}

    static PortSet of(String text) throws PolicyException {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches() || ranges.size() == MOST_RANGES) {
                throw wrong(text);
            }
            int from = Integer.parseInt(range.group(1));
            int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
            if (from < 1 || to > MOST || to < from) {
                throw wrong(text);
            }
            ranges.add(new Range(from, to));
        }
        return new PortSet(text, List.copyOf(ranges));
    }

    boolean contains(int port) {
        return ranges.stream().anyMatch(range -> range.from <= port && port <= range.to);
    }

    private static PolicyException wrong(String text) {
        return PolicyException.rule("ports", text, "numbers from 1 to 65535 and ranges, such as 443 or 80,8000-8100");
    }
}
