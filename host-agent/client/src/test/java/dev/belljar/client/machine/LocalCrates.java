package dev.belljar.client.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/// A crate registry in a folder, with cargo settings that replace crates.io by it.
record LocalCrates(Path folder) {
    static LocalCrates in(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("registry"));
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("home/config.toml"), """
                [source.crates-io]
                replace-with = "here"
                [source.here]
                local-registry = "%s"
                """.formatted(folder.resolve("registry")));
        return new LocalCrates(folder);
    }

    /// The cargo home folder with those settings.
    Path home() {
        return folder.resolve("home");
    }

    /// Publishes a crate without dependencies, with this build script and this program.
    void publish(String name, String version, String build, String main) throws Exception {
        String whole = name + "-" + version;
        Path source = Files.createDirectories(folder.resolve("source").resolve(whole));
        Files.createDirectories(source.resolve("src"));
        Files.writeString(source.resolve("Cargo.toml"), """
                [package]
                name = "%s"
                version = "%s"
                edition = "2021"
                build = "build.rs"
                """.formatted(name, version));
        Files.writeString(source.resolve("Cargo.lock"), """
                version = 4

                [[package]]
                name = "%s"
                version = "%s"
                """.formatted(name, version));
        Files.writeString(source.resolve("build.rs"), build);
        Files.writeString(source.resolve("src/main.rs"), main);
        Path crate = folder.resolve("registry").resolve(whole + ".crate");
        Process tar = new ProcessBuilder(
                        "tar", "-C", folder.resolve("source").toString(), "-czf", crate.toString(), whole)
                .inheritIO()
                .start();
        if (!tar.waitFor(60, TimeUnit.SECONDS) || tar.exitValue() != 0) {
            throw new IOException("the crate could not be packed");
        }
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(crate));
        Path entry = folder.resolve("registry/index")
                .resolve(name.substring(0, 2))
                .resolve(name.substring(2, 4))
                .resolve(name);
        Files.createDirectories(java.util.Objects.requireNonNull(entry.getParent()));
        Files.writeString(
                entry,
                "{\"name\":\"%s\",\"vers\":\"%s\",\"deps\":[],\"cksum\":\"%s\",\"features\":{},\"yanked\":false}%n"
                        .formatted(name, version, HexFormat.of().formatHex(digest)),
                StandardCharsets.US_ASCII);
    }
}
