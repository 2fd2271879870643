package dev.belljar.contract.audit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The files of an audit in one folder, `audit-000001.jsonl` and so on; new lines go to the newest.
public record AuditFiles(Path folder) {
    private static final String PATTERN = "audit-[0-9][0-9][0-9][0-9][0-9][0-9].jsonl";

    /// The file with this number, existing or not.
    public Path file(int number) {
        return folder.resolve(String.format(Locale.ROOT, "audit-%06d.jsonl", number));
    }

    /// The files that exist, oldest first.
    public List<Path> all() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PATTERN)) {
            found.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.sort(null);
        return files;
    }

    /// The number in the name of a file.
    public static int number(Path file) {
        String name = String.valueOf(file.getFileName());
        return Integer.parseInt(name.substring("audit-".length(), name.length() - ".jsonl".length()));
    }
}
