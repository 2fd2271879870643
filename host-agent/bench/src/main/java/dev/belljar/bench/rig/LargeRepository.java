package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A generated git repository with 50,000 files and 20,000 commits, always the same.
public final class LargeRepository {
    public static final int FILES = 50_000;
    public static final int COMMITS = 20_000;

    private static final int FOLDERS = 40;
    private static final int LINES = 24;
    private static final long BEGAN = 1_600_000_000;

    private LargeRepository() {}

    /// Creates the repository in a new folder, with its files checked out.
    public static Path create() throws AgentException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("belljar-bench");
        Path stream = Files.createTempFile("belljar-bench", ".import");
        try {
            write(stream);
            git(folder, "init", "--quiet", "--initial-branch=main");
            HostCommand.run(List.of(
                    "sh",
                    "-c",
                    "git -C \"$1\" fast-import --quiet <\"$2\"",
                    "sh",
                    folder.toString(),
                    stream.toString()));
            git(folder, "checkout", "--quiet", "main");
            return folder;
        } finally {
            Files.delete(stream);
        }
    }

    /// Runs git in a folder, with an identity of its own.
    public static String git(Path folder, String... words) throws AgentException, IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of(
                "git", "-C", folder.toString(), "-c", "user.name=Belljar", "-c", "user.email=bench@belljar.invalid"));
        argv.addAll(List.of(words));
        return HostCommand.run(argv);
    }

    private static void write(Path stream) throws IOException {
        Random random = new Random(1);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(stream), 1 << 20)) {
            for (int commit = 0; commit < COMMITS; commit++) {
                String date = BEGAN + commit * 3_600L + " +0000";
                String message = "Change " + commit + "\n";
                text(out, "commit refs/heads/main\ncommitter Bench <bench@belljar.invalid> " + date + "\n");
                data(out, message);
                if (commit == 0) {
                    for (int file = 0; file < FILES; file++) {
                        file(out, file, 0, random);
                    }
                } else {
                    file(out, random.nextInt(FILES), commit, random);
                }
            }
        }
    }

    private static void file(OutputStream out, int number, int version, Random random) throws IOException {
        StringBuilder content = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            content.append("line ").append(line).append(" of ").append(number).append(": ");
            content.append(Long.toHexString(random.nextLong())).append('\n');
        }
        content.append("version ").append(version).append('\n');
        text(out, "M 100644 inline " + path(number) + "\n");
        data(out, content.toString());
    }

    private static String path(int number) {
        return "src/%02d/%02d/file-%05d.txt".formatted(number % FOLDERS, number / FOLDERS % FOLDERS, number);
    }

    private static void data(OutputStream out, String content) throws IOException {
        text(out, "data " + content.length() + "\n" + content + "\n");
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
