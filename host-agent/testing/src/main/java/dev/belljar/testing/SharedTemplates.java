package dev.belljar.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Templates that the host agents under test share, so that they need not each boot a machine to create one.
///
/// A template is copied into a host agent's data before its start, and out of it after its end if the host agent
/// created it. Its name is the name of its launch plan, so a template of another image, QEMU or processor is never
/// used; checksums are verified like those of other templates. The shared templates are stored beside the guest images
/// in the cache.
public final class SharedTemplates {
    private static final int KEPT = 2;
    private static final Pattern LAYER = Pattern.compile("(\"layer\"\\s*:\\s*\")([^\"]+)(\")");
    private static final Pattern PLAN = Pattern.compile("[0-9a-f]+");

    private final Path cache;
    private final Path data;

    /// Shares templates between the cache of this user and the data folder of a host agent.
    public SharedTemplates(Path data) {
        String home = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        this.cache = Path.of(home, "belljar", "test-templates");
        this.data = data;
    }

    /// Copies all shared templates to the host agent.
    public void lend() throws IOException, InterruptedException {
        Files.createDirectories(data.resolve("layers"));
        for (Path template : templates(cache)) {
            Path mine = data.resolve("templates").resolve(String.valueOf(template.getFileName()));
            copy(template, mine);
            Path layer = layer(mine);
            Path moved = data.resolve("layers").resolve(String.valueOf(layer.getFileName()));
            Files.move(mine.resolve("layer"), moved);
            String facts = Files.readString(mine.resolve("facts.json"));
            Files.writeString(
                    mine.resolve("facts.json"),
                    LAYER.matcher(facts).replaceFirst("$1" + Matcher.quoteReplacement(moved.toString()) + "$3"));
        }
    }

    /// Copies new templates from the host agent to the cache; `said` is its log.
    public void keep(String said) throws IOException, InterruptedException {
        for (Path template : templates(data.resolve("templates"))) {
            String name = String.valueOf(template.getFileName());
            Path kept = cache.resolve(name);
            if (said.contains("template " + name + " will be recreated")) {
                remove(kept);
            }
            if (!Files.exists(kept)) {
                Path aside = cache.resolve(".new-" + ProcessHandle.current().pid());
                remove(aside);
                copy(template, aside);
                Files.copy(layer(template), aside.resolve("layer"));
                publish(aside, kept);
            }
        }
        List<Path> all = templates(cache);
        for (Path old : all.subList(Math.min(KEPT, all.size()), all.size())) {
            remove(old);
        }
    }

    /// Moves a template into the cache, unless another process has stored the same one meanwhile.
    private static void publish(Path aside, Path kept) throws IOException {
        try {
            Files.move(aside, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (DirectoryNotEmptyException | FileAlreadyExistsException e) {
            remove(aside);
        }
    }

    /// Returns the templates in a folder whose names are launch plans, the newest first.
    private static List<Path> templates(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(one ->
                            PLAN.matcher(String.valueOf(one.getFileName())).matches())
                    .sorted(Comparator.comparingLong((Path one) -> one.toFile().lastModified())
                            .reversed())
                    .toList();
        }
    }

    private static Path layer(Path template) throws IOException {
        Matcher layer = LAYER.matcher(Files.readString(template.resolve("facts.json")));
        if (!layer.find()) {
            throw new IOException(template + ": facts.json names no layer");
        }
        return Path.of(layer.group(2));
    }

    /// Copies a folder and keeps files sparse, because most of a machine's memory is empty.
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        Process copy = new ProcessBuilder(
                        "cp", "--recursive", "--preserve=mode", "--sparse=always", from.toString(), to.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(copy.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (copy.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
