package dev.belljar.agent.sync.quarantine;

import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.SkippedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The files of a workspace that are too large to be fetched: some of them by name, and their number. The guest
/// reports them, so they are bounded, and an invalid number counts as the maximum.
public record OversizedFiles(List<SkippedFile> some, int all) {
    public static final OversizedFiles NONE = new OversizedFiles(List.of(), 0);
    static final int NAMED = 50;
    private static final int PATH = 300;
    private static final int SHOWN = 5;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    public OversizedFiles {
        some = List.copyOf(some);
    }

    OversizedFiles and(String size, String path) {
        if (some.size() >= NAMED) {
            return this;
        }
        long bytes = number(size);
        String line = VisibleText.line(path);
        String name = line.length() > PATH ? line.substring(0, PATH) + "…" : line;
        List<SkippedFile> more = new ArrayList<>(some);
        more.add(new SkippedFile(name, bytes, "too large (%s)".formatted(ByteCount.words(bytes))));
        return new OversizedFiles(more, Math.max(all, more.size()));
    }

    OversizedFiles of(String count) {
        return new OversizedFiles(some, Math.clamp(number(count), some.size(), Integer.MAX_VALUE));
    }

    /// Their names with sizes, for a sentence.
    String words() {
        String names = some.stream()
                .limit(SHOWN)
                .map(file -> "%s (%s)".formatted(file.path(), ByteCount.words(file.size())))
                .collect(Collectors.joining(", "));
        return all > Math.min(SHOWN, some.size())
                ? "%s and %d more".formatted(names, all - Math.min(SHOWN, some.size()))
                : names;
    }

    private static long number(String text) {
        return NUMBER.matcher(text).matches() ? Long.parseLong(text) : Long.MAX_VALUE;
    }
}
