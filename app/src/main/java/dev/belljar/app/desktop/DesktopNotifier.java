package dev.belljar.app.desktop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows notifications of the desktop with `notify-send`, where it is installed.
///
/// Notification daemons interpret markup, so the texts are escaped.
final class DesktopNotifier implements Notifier {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopNotifier.class);
    private static final int LONGEST = 300;

    private final Path program;

    private DesktopNotifier(Path program) {
        this.program = program;
    }

    /// The notifier of this desktop, or one that does nothing.
    static Notifier find(String path) {
        Optional<Path> program = Stream.of(path.split(File.pathSeparator))
                .flatMap(DesktopNotifier::in)
                .filter(Files::isExecutable)
                .findFirst();
        return program.<Notifier>map(DesktopNotifier::new).orElse((title, words) -> {});
    }

    private static Stream<Path> in(String folder) {
        try {
            Path at = Path.of(folder);
            return at.isAbsolute() ? Stream.of(at.resolve("notify-send")) : Stream.empty();
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    @Override
    public void tell(String title, String words) {
        Thread.ofVirtual().name("belljar-notify").start(() -> send(command(title, words)));
    }

    /// The command that is run: neither text can be taken for an option or for markup.
    List<String> command(String title, String words) {
        return List.of(
                program.toString(),
                "--app-name=Belljar",
                "--icon=belljar",
                "--category=network",
                "--",
                plain(title),
                plain(words));
    }

    private static String plain(String words) {
        String cut = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
        return cut.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static void send(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (IOException e) {
            LOG.info("no notification: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
