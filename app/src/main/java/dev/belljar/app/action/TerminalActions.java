package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.client.transfer.FileUpload;
import dev.belljar.client.transfer.FileUpload.UploadReport;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/// The actions that connect a terminal to a sandbox; `id` is the id of a sandbox. The listener receives the output on
/// another thread.
public final class TerminalActions {
    /// The name of a copied picture in its folder.
    public static final String PICTURE = "picture.png";

    private static final Texts TEXTS = Texts.of(TerminalActions.class);

    private final TaskRunner tasks;

    TerminalActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Opens a terminal in the sandbox.
    public UiTask<RemoteTerminal> open(String id, ExecCommand command, TerminalListener listener) {
        return tasks.task("terminal", agent -> agent.open(id, command, listener));
    }

    /// Attaches to the session of the sandbox.
    public UiTask<RemoteTerminal> attach(String id, AttachSession request, TerminalListener listener) {
        return tasks.task("session", agent -> agent.attach(id, request, listener));
    }

    /// Copies files and folders of this computer into a folder of the sandbox, which is created.
    public UiTask<UploadReport> send(String id, String folder, List<Path> files) {
        return tasks.task("send-files", agent -> {
            try {
                return new FileUpload(agent, id, folder).run(files);
            } catch (IOException e) {
                throw uncopied(e);
            }
        });
    }

    /// Copies a picture into a folder of the sandbox, which is created, as the file [#PICTURE].
    public UiTask<UploadReport> sendPicture(String id, String folder, BufferedImage picture) {
        return tasks.task("send-picture", agent -> {
            try {
                Path own = Files.createTempDirectory("belljar-picture");
                Path file = own.resolve(PICTURE);
                try {
                    if (!ImageIO.write(picture, "png", file.toFile())) {
                        throw new IOException(TEXTS.get("terminal.picture"));
                    }
                    return new FileUpload(agent, id, folder).run(List.of(file));
                } finally {
                    Files.deleteIfExists(file);
                    Files.deleteIfExists(own);
                }
            } catch (IOException e) {
                throw uncopied(e);
            }
        });
    }

    private static AgentException uncopied(IOException e) {
        return TaskRunner.elsewhere(TEXTS.get("terminal.uncopied"), e);
    }
}
