package dev.belljar.app.terminal;

import dev.belljar.app.action.TerminalActions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.client.transfer.FileUpload.UploadReport;
import dev.belljar.contract.text.VisibleText;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.image.Image;
import org.kordamp.ikonli.feather.Feather;

/// Copies files that the user drops on a terminal, or pastes into it, to the sandbox, and types their paths into the
/// terminal. Each time they get a folder of their own below the user's home in the guest, so nothing is replaced.
final class DroppedFiles {
    private static final Texts TEXTS = Texts.of(DroppedFiles.class);
    private static final String FOLDER = "/home/agent/dropped/";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT);
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+:,./-]+");

    private final UiContext context;
    private final TerminalActions actions;
    private final Clock clock;

    DroppedFiles(UiContext context, TerminalActions actions, Clock clock) {
        this.context = context;
        this.actions = actions;
        this.clock = clock;
    }

    /// Copies files and folders of this computer into the sandbox with this id; `type` receives the text to type.
    void copy(String sandbox, List<Path> files, Consumer<String> type) {
        String folder = folder();
        List<String> names = files.stream()
                .map(file -> String.valueOf(file.toAbsolutePath().normalize().getFileName()))
                .toList();
        follow(actions.send(sandbox, folder, files), names, folder, type);
    }

    /// Copies a picture into the sandbox with this id, as a PNG file.
    void copy(String sandbox, Image picture, Consumer<String> type) {
        String folder = folder();
        follow(
                actions.sendPicture(sandbox, folder, SwingFXUtils.fromFXImage(picture, null)),
                List.of(TerminalActions.PICTURE),
                folder,
                type);
    }

    private void follow(UiTask<UploadReport> task, List<String> names, String folder, Consumer<String> type) {
        context.overlay()
                .offer(
                        Feather.UPLOAD,
                        TEXTS.get("drop.copying", names.size()),
                        "faint",
                        TEXTS.get("drop.cancel"),
                        task::cancel);
        task.done(report -> {
                    type.accept(paths(
                            names.stream().map(name -> folder + "/" + name).toList()));
                    tell(report, folder);
                })
                .cancelled(() -> context.overlay().say(Feather.X, TEXTS.get("drop.cancelled"), "faint"))
                .beginIn(context);
    }

    private void tell(UploadReport report, String folder) {
        int left = report.left().size();
        context.overlay()
                .say(
                        Feather.UPLOAD,
                        TEXTS.get(
                                "drop.done",
                                report.copied().size(),
                                FigureFormat.bytes(report.bytes()).toString(),
                                folder,
                                left),
                        left > 0 ? "warn" : "ok");
    }

    private String folder() {
        return FOLDER + LocalDateTime.now(clock).format(TIME);
    }

    /// The paths as words of a shell, with a space after each. A name with control characters is shown in visible
    /// characters, because a line end in it would run as a command.
    static String paths(List<String> paths) {
        return paths.stream().map(path -> word(VisibleText.line(path)) + " ").collect(Collectors.joining());
    }

    private static String word(String path) {
        return PLAIN.matcher(path).matches() ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}
