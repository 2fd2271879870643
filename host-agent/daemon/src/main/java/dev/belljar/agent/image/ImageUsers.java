package dev.belljar.agent.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The data folders whose sandboxes use the images of one store: a cache is the user's, and more than one host agent
/// may have machines on it.
///
/// A machine's disk is a layer over its image, worthless without it; so whether an image is needed is read from every
/// sandbox's own record, in every data folder that ever used the store, and what cannot be read counts as needed.
final class ImageUsers {
    private static final String[] ROOMS = {"sandboxes", "trash"};

    private final Path folder;

    ImageUsers(Path store) {
        folder = store.resolve(".users");
    }

    /// Remembers a data folder.
    void add(Path data) throws IOException {
        String path = data.toAbsolutePath().toString();
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(HexFormat.of().toHexDigits(path.hashCode())), path);
    }

    /// What every record of every data folder says; folders that are gone are forgotten.
    ///
    /// @throws IOException when one of them cannot be read
    String records() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path user : list(folder)) {
            Path data = Path.of(Files.readString(user));
            if (!Files.isDirectory(data)) {
                Files.delete(user);
                continue;
            }
            for (String room : ROOMS) {
                for (Path sandbox : list(data.resolve(room))) {
                    all.append(record(sandbox)).append('\n');
                }
            }
        }
        return all.toString();
    }

    private static String record(Path sandbox) throws IOException {
        Path file = sandbox.resolve("sandbox.json");
        return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
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
