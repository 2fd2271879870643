package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A browser's certificate database, and root certificates, created by the real programs.
public final class BrowserFolder {
    private static final String KEYTOOL =
            Path.of(System.getProperty("java.home"), "bin/keytool").toString();

    private BrowserFolder() {}

    /// Creates an empty certificate database in this folder, as a browser does at its first start.
    public static Path make(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        run(BrowserTrust.CERTUTIL, "-N", "-d", "sql:" + folder, "--empty-password");
        return folder;
    }

    /// Creates a root certificate of this name and returns its file (PEM).
    public static Path root(Path folder, String name) throws IOException, InterruptedException {
        String store = folder.resolve(name + ".p12").toString();
        Path root = folder.resolve(name + ".pem");
        store(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:c");
        store(store, "-exportcert", "-rfc", "-file", root.toString());
        return root;
    }

    private static void store(String store, String... words) throws IOException, InterruptedException {
        String[] all = {KEYTOOL, "-alias", "x", "-storepass", "secret", "-keystore", store};
        String[] command = new String[all.length + words.length];
        command[0] = all[0];
        System.arraycopy(words, 0, command, 1, words.length);
        System.arraycopy(all, 1, command, 1 + words.length, all.length - 1);
        run(command);
    }

    private static void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
