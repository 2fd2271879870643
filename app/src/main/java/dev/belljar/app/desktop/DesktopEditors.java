package dev.belljar.app.desktop;

import dev.belljar.app.text.Texts;
import dev.belljar.client.SshInclude;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The editors of this desktop: `code` on the user's PATH, and the program that handles addresses of
/// JetBrains Gateway.
///
/// They reach a sandbox by the SSH host `belljar-NAME`, which they know only if the user's SSH config
/// includes Belljar's. The check starts programs and reads files, so it runs on a virtual thread, and menus
/// show its last result.
final class DesktopEditors implements RemoteEditors {
    private static final Texts TEXTS = Texts.of(DesktopEditors.class);
    private static final String HANDLER = "x-scheme-handler/jetbrains-gateway";
    private static final Duration TAKEN_UP = Duration.ofSeconds(10);

    private final List<Path> folders;
    private final SshInclude include;
    private final Duration patience;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final ReentrantLock turn = new ReentrantLock();
    private volatile Map<RemoteEditor, String> hindrances = unseen();
    private volatile boolean included;

    /// `patience` is how long to wait for a started program to fail, or to answer.
    DesktopEditors(String path, SshInclude include, Duration patience) {
        this.folders = Arrays.stream(path.split(File.pathSeparator))
                .map(DesktopEditors::folder)
                .flatMap(Optional::stream)
                .toList();
        this.include = include;
        this.patience = patience;
    }

    /// The editors of this environment; the first check starts at once.
    static DesktopEditors find(Map<String, String> environment) {
        DesktopEditors editors =
                new DesktopEditors(environment.getOrDefault("PATH", ""), SshInclude.of(environment), TAKEN_UP);
        editors.lookAgain();
        return editors;
    }

    @Override
    public @Nullable String hindrance(RemoteEditor editor) {
        String seen = hindrances.get(editor);
        lookAgain();
        return seen;
    }

    @Override
    public String command(String sandbox) {
        return included
                ? "ssh %s".formatted("belljar-" + sandbox)
                : "ssh -F '%s' belljar-%s"
                        .formatted(include.included().toString().replace("'", "'\\''"), sandbox);
    }

    @Override
    public void open(RemoteEditor editor, String sandbox) throws IOException, InterruptedException {
        List<String> words = words(editor, sandbox);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // A program that still runs is at work; how it ends later does not matter.
        if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() != 0) {
            throw new IOException(TEXTS.get("editors.failed", words.getFirst(), Integer.toString(process.exitValue())));
        }
    }

    /// The command that is run. A sandbox's name is a DNS label, so it cannot be taken for an option or a
    /// second argument.
    List<String> words(RemoteEditor editor, String sandbox) throws IOException {
        return switch (editor) {
            case VS_CODE -> List.of(required("code"), "--remote", "ssh-remote+belljar-" + sandbox, "/workspace");
            case GATEWAY ->
                List.of(
                        required("xdg-open"),
                        "jetbrains-gateway://connect#type=ssh&host=belljar-" + sandbox
                                + "&port=22&user=agent&projectPath=%2Fworkspace&deploy=true");
        };
    }

    /// Checks now. One check runs at a time, so that an older result never replaces a newer one.
    void look() throws InterruptedException {
        turn.lockInterruptibly();
        try {
            included = include.installed();
            hindrances = Map.copyOf(hindering(included));
        } finally {
            turn.unlock();
        }
    }

    private Map<RemoteEditor, String> hindering(boolean included) throws InterruptedException {
        Map<RemoteEditor, String> found = new EnumMap<>(RemoteEditor.class);
        if (!included) {
            String missing = TEXTS.get("editors.ssh");
            found.put(RemoteEditor.VS_CODE, missing);
            found.put(RemoteEditor.GATEWAY, missing);
        }
        if (program("code").isEmpty()) {
            found.put(RemoteEditor.VS_CODE, TEXTS.get("editors.code"));
        }
        if (!handled()) {
            found.put(RemoteEditor.GATEWAY, TEXTS.get("editors.gateway"));
        }
        return found;
    }

    private void lookAgain() {
        if (looking.compareAndSet(false, true)) {
            Thread.ofVirtual().name("belljar-editors").start(() -> {
                try {
                    look();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    looking.set(false);
                }
            });
        }
    }

    private boolean handled() throws InterruptedException {
        Path asks = program("xdg-mime").orElse(null);
        if (asks == null || program("xdg-open").isEmpty()) {
            return false;
        }
        try {
            Process process = new ProcessBuilder(asks.toString(), "query", "default", HANDLER)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean answered = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (!answered) {
                process.destroy();
            }
            return answered && process.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    private String required(String name) throws IOException {
        return program(name).map(Path::toString).orElseThrow(() -> new IOException(TEXTS.get("editors.program", name)));
    }

    private Optional<Path> program(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Optional<Path> folder(String word) {
        try {
            return Optional.of(Path.of(word)).filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Map<RemoteEditor, String> unseen() {
        return Map.of(
                RemoteEditor.VS_CODE, TEXTS.get("editors.unknown"), RemoteEditor.GATEWAY, TEXTS.get("editors.unknown"));
    }
}
