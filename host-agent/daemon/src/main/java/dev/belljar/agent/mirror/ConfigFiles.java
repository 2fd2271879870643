package dev.belljar.agent.mirror;

import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.network.UnusableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reads configuration files of this host, and collects those that cannot be used.
final class ConfigFiles {
    static final int MOST_BYTES = 1 << 20;
    private static final int MOST_FILES = 200;
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final List<UnusableFile> unusable = new ArrayList<>();

    /// The texts of those of these files that exist, by their paths.
    Map<String, String> texts(List<Path> files) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files) {
            try {
                texts.put(file.toString(), text(file));
            } catch (NoSuchFileException | NotDirectoryException e) {
                // Most hosts have few of them.
            } catch (IOException e) {
                leaveOut(file.toString(), FileErrors.reason(e));
            }
        }
        return texts;
    }

    private static String text(Path file) throws IOException {
        // Opening a pipe would wait for its writer.
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new IOException("it is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is larger than %d MiB".formatted(MOST_BYTES >> 20));
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        }
    }

    /// The files in a folder whose names end like this, by name.
    List<Path> in(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        } catch (IOException e) {
            leaveOut(folder.toString(), FileErrors.reason(e));
            return List.of();
        }
    }

    void leaveOut(String file, String why) {
        unusable.add(new UnusableFile(VisibleText.line(file), VisibleText.line(why)));
    }

    List<UnusableFile> unusable() {
        return List.copyOf(unusable);
    }
}
