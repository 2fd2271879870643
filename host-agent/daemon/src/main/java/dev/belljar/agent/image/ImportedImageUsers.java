package dev.belljar.agent.image;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Finds out what uses an imported image, from the records of sandboxes (also those in the trash),
/// snapshots and templates: each has the digest of its image.
final class ImportedImageUsers {
    private record UserKind(String folder, String word) {}

    private static final List<String> RECORDS = List.of("sandbox.json", "metadata.json", "template.json");

    private static final List<UserKind> KINDS = List.of(
            new UserKind("sandboxes", "sandbox"),
            new UserKind("trash", "sandbox in the trash"),
            new UserKind("snapshots", "snapshot"),
            new UserKind("project-templates", "template"));
    private static final String ENVIRONMENTS = "environments";

    private final Path data;

    ImportedImageUsers(Path data) {
        this.data = data;
    }

    /// What has a disk over this image, in words.
    ///
    /// @throws IOException when a record cannot be read
    List<String> of(String digest) throws IOException {
        List<String> found = new ArrayList<>();
        for (UserKind kind : KINDS) {
            for (Path each : list(data.resolve(kind.folder()))) {
                for (String file : RECORDS) {
                    Path record = each.resolve(file);
                    String text = Files.isRegularFile(record) ? text(record) : "";
                    requireRecord(record, text);
                    if (text.contains(digest)) {
                        found.add(kind.word() + " " + name(text, String.valueOf(each.getFileName())));
                        break;
                    }
                }
            }
        }
        return found;
    }

    /// Whether anything needs the image, also the accepted environment of a project.
    ///
    /// @throws IOException when a record cannot be read
    boolean any(String digest) throws IOException {
        for (Path each : list(data.resolve(ENVIRONMENTS))) {
            if (Files.isRegularFile(each) && text(each).contains(digest)) {
                return true;
            }
        }
        return !of(digest).isEmpty();
    }

    // A damaged record may lack the image that its machine needs.
    private static void requireRecord(Path record, String text) throws IOException {
        try {
            Map<String, Object> _ = text.isEmpty() && !Files.exists(record) ? Map.of() : ContractJson.readMap(text);
        } catch (JsonFault e) {
            throw new IOException(record + ": not a valid record: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static String name(String json, String folder) {
        try {
            Map<String, Object> record = ContractJson.readMap(json);
            Object name = record.get("name");
            if (name == null && record.get("spec") instanceof Map<?, ?> spec) {
                name = spec.get("name");
            }
            return name == null ? folder : String.valueOf(name);
        } catch (JsonFault e) {
            return folder;
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(found::add);
            }
        }
        return found;
    }
}
