package dev.belljar.testing.house;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The texts of a checkout by their paths in it: Java sources; programs, which are scripts, C sources, style sheets
/// and packaging files; and documents, which are Markdown and HTML pages, text bundles and API descriptions. Left out
/// are build results, and files that name retired words on purpose: the planted offenders, the test that expects them
/// to be found, and the glossary.
record Checkout(Map<String, SourceText> sources, Map<String, String> programs, Map<String, String> documents) {
    private static final Pattern PROGRAM = Pattern.compile(".*\\.(c|h|css|sh|py|nix|service)|.*/Makefile");
    private static final Pattern DOCUMENT = Pattern.compile(".*\\.(properties|md|html)|.*openapi\\.json");
    // Scripts here have no ending.
    private static final Pattern SCRIPT = Pattern.compile("(installers|\\.ci|microvm-nix)/(.+/)?[^./]+");
    private static final Set<String> LEFT_OUT =
            Set.of("target", "build", ".git", "offenders", "VocabularyTest.java", "GLOSSARY.md");

    /// The folder of the checkout that the tests run in.
    static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("host-agent/contract"))) {
            at = Objects.requireNonNull(at.getParent(), "a checkout of Belljar above the working folder");
        }
        return at;
    }

    /// Reads the checkout in this folder.
    static Checkout read(Path root) throws IOException {
        Checkout checkout = new Checkout(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean out = !folder.equals(root)
                        && LEFT_OUT.contains(folder.getFileName().toString());
                return out ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!LEFT_OUT.contains(file.getFileName().toString())) {
                    checkout.add(root.relativize(file).toString(), file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return checkout;
    }

    private void add(String path, Path file) throws IOException {
        if (path.endsWith(".java")) {
            sources.put(path, SourceText.of(Files.readString(file)));
        } else if (DOCUMENT.matcher(path).matches()) {
            documents.put(path, Files.readString(file));
        } else if (PROGRAM.matcher(path).matches() || SCRIPT.matcher(path).matches()) {
            programs.put(path, Files.readString(file));
        }
    }
}
