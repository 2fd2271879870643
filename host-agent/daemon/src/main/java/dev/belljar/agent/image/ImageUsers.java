package dev.belljar.agent.image;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The data folders whose sandboxes use the images of one store: the cache belongs to the user, and several host
/// agents may have machines with its images.
///
/// A machine's disk is a layer over its image and is useless without it. So whether an image is needed is read
/// from the record of every sandbox in every data folder that ever used the store, and a record that cannot be
/// read counts as a use.
final class ImageUsers {
    private static final String[] FOLDERS = {"sandboxes", "trash", "snapshots"};

    private final Path folder;
    private final Set<Path> own = ConcurrentHashMap.newKeySet();

    ImageUsers(Path store) {
        folder = store.resolve(".users");
    }

    /// Adds a data folder.
    void add(Path data) throws IOException {
        own.add(data);
        String path = data.toAbsolutePath().toString();
        Path note = folder.resolve(
                UUID.nameUUIDFromBytes(path.getBytes(StandardCharsets.UTF_8)).toString());
        if (!Files.exists(note)) {
            Files.createDirectories(folder);
            DurableFile.write(note, path);
        }
    }

    /// The text of all records of all data folders; folders that are gone are removed from the list.
    ///
    /// @throws IOException when one of them cannot be read
    String records() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path data : folders()) {
            for (String folder : FOLDERS) {
                for (Path sandbox : list(data.resolve(folder))) {
                    all.append(record(sandbox)).append('\n');
                }
            }
        }
        return all.toString();
    }

    private Set<Path> folders() throws IOException {
        Set<Path> folders = new HashSet<>(own);
        for (Path note : list(folder)) {
            Path data = Path.of(Files.readString(note));
            if (Files.isDirectory(data)) {
                folders.add(data);
            } else {
                Files.delete(note);
            }
        }
        return folders;
    }

    private static String record(Path sandbox) throws IOException {
        StringBuilder found = new StringBuilder();
        for (String name : new String[] {"sandbox.json", "metadata.json"}) {
            Path file = sandbox.resolve(name);
            if (Files.exists(file)) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                requireRecord(file, text);
                found.append(text);
            }
        }
        return found.toString();
    }

    /// A damaged record may lack the image that its machine needs.
    private static void requireRecord(Path file, String text) throws IOException {
        try {
            Map<String, Object> _ = ContractJson.readMap(text);
        } catch (JsonFault e) {
            throw new IOException(file + ": not a valid record: " + e.getMessage(), e);
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
