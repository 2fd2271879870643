package dev.belljar.agent.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// The names of the parts of a journal file: `processes.jsonl` is the newest, `processes.7.jsonl` an older one.
final class PartNames {
    private static final String SUFFIX = ".jsonl";
    private static final String NUMBER = "[1-9][0-9]{0,8}";

    /// An older part that exists.
    record Found(int number, Path path) {}

    private PartNames() {}

    /// The path of the older part with this number.
    static Path older(Path newest, int number) {
        return newest.resolveSibling(stem(newest) + "." + number + SUFFIX);
    }

    /// The older parts that exist, oldest first.
    static List<Found> of(Path newest) throws IOException {
        List<Found> found = new ArrayList<>();
        String stem = stem(newest) + ".";
        Path folder = Objects.requireNonNull(newest.getParent());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, stem + "*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String number = name.length() <= stem.length() + SUFFIX.length()
                        ? ""
                        : name.substring(stem.length(), name.length() - SUFFIX.length());
                if (number.matches(NUMBER)) {
                    found.add(new Found(Integer.parseInt(number), file));
                }
            }
        }
        found.sort(Comparator.comparingInt(Found::number));
        return found;
    }

    private static String stem(Path newest) {
        String name = newest.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }
}
