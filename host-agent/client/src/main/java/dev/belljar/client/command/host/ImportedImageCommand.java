package dev.belljar.client.command.host;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.request.environment.RemoveImage;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.contract.view.host.ImportedImage;
import dev.belljar.contract.view.host.ImportedImages;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The commands of `belljar image` on images that the user imports.
final class ImportedImageCommand {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final int SHOWN_DIGITS = 12;
    private static final long PAUSE_MILLIS = 300;

    private ImportedImageCommand() {}

    /// `belljar image import PATH`.
    @CommandExamples({
        "belljar image import tools.tar --name tools | Import the image in an archive under this name.",
        "belljar image import both.tar --ref tools:2 | Import one of several images in an archive."
    })
    @Command(
            name = "import",
            description = {
                "Import a container image, from which sandboxes can start.",
                "PATH is the folder of an OCI layout, or an archive that `podman save` or `docker save` wrote."
                        + " A project names the image in .belljar/machine.toml or in its devcontainer.json."
            },
            mixinStandardHelpOptions = true)
    static final class ImageImportCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "PATH", description = "The layout or archive.")
        Path path = Path.of("");

        @Option(names = "--name", paramLabel = "NAME", description = "The name of the image in Belljar.")
        @Nullable
        String name;

        @Option(names = "--ref", paramLabel = "REF", description = "Which image, if there are several.")
        @Nullable
        String ref;

        ImageImportCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            AgentClient agent = session().agent();
            String place = path.toAbsolutePath().normalize().toString();
            ImageImport begun = agent.call(HostApi.IMPORT_IMAGE, new ImportImage(place, name, ref));
            Thread cancel = Thread.ofPlatform().unstarted(() -> cancel(agent));
            Runtime.getRuntime().addShutdownHook(cancel);
            try {
                return finish(await(agent, begun));
            } finally {
                unhook(cancel);
            }
        }

        /// Without the command, nobody waits for the import.
        private static void cancel(AgentClient agent) {
            try {
                ImageImport _ = agent.call(HostApi.CANCEL_IMPORT);
            } catch (AgentException | InterruptedException e) {
                // the import ends by itself
            }
        }

        private static void unhook(Thread cancel) {
            try {
                boolean _ = Runtime.getRuntime().removeShutdownHook(cancel);
            } catch (IllegalStateException e) {
                // the program is ending, and the hook runs
            }
        }

        private ImageImport await(AgentClient agent, ImageImport begun) throws AgentException, InterruptedException {
            ImageImport now = begun;
            String said = "";
            while (now.state().equals("importing")) {
                String words = "%3d %%  %s".formatted(now.percent(), now.step());
                if (!words.equals(said)) {
                    session().aside(words);
                    said = words;
                }
                Thread.sleep(PAUSE_MILLIS);
                now = agent.call(HostApi.IMPORTED_IMAGES).last();
            }
            return now;
        }

        private int finish(ImageImport end) throws AgentException {
            Problem problem = end.problem();
            if (problem != null) {
                throw new AgentException(problem, null);
            }
            ImportedImage image = end.image();
            if (json) {
                session().json(end);
            } else if (image == null) {
                session().line("The import was cancelled.");
            } else {
                print(image);
            }
            return image == null ? 1 : 0;
        }

        private void print(ImportedImage image) {
            session().line("Imported %s: %,d files, %s.", image.name(), image.files(), ByteCount.words(image.bytes()));
            if (image.setuid() > 0) {
                session().line("Programs that run as their owner or group (setuid): %,d.", image.setuid());
            }
            if (image.leftOut() > 0) {
                session().line("Devices, pipes and sockets that were left out: %,d.", image.leftOut());
            }
            session()
                    .aside("To use it for a project, add to .belljar/machine.toml: image = \"%s\""
                            .formatted(image.name()));
        }
    }

    /// `belljar image list`.
    @CommandExamples({"belljar image list | List the imported images and what uses them."})
    @Command(name = "list", aliases = "ls", description = "List the imported images.", mixinStandardHelpOptions = true)
    static final class ImageListCommand extends SessionCommand {
        ImageListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImportedImages all = session().agent().call(HostApi.IMPORTED_IMAGES);
            if (json) {
                session().json(all);
                return 0;
            }
            if (all.images().isEmpty()) {
                session().line("No images were imported.");
                return 0;
            }
            TextTable columns = new TextTable("NAME", "DIGEST", "IMPORTED", "SIZE", "USED BY");
            for (ImportedImage image : all.images()) {
                columns.row(
                        image.name(),
                        image.digest()
                                .substring(
                                        0, Math.min(SHOWN_DIGITS, image.digest().length())),
                        MINUTES.format(Instant.ofEpochMilli(image.imported()).atZone(ZoneId.systemDefault())),
                        ByteCount.words(image.bytes()),
                        users(image.users()));
            }
            columns.print(session().out());
            return 0;
        }

        private static String users(List<String> users) {
            return users.isEmpty() ? "-" : String.join(", ", users);
        }
    }

    /// `belljar image remove NAME`.
    @CommandExamples({"belljar image remove tools | Remove the imported image with this name."})
    @Command(
            name = "remove",
            aliases = "rm",
            description = {
                "Remove an imported image.",
                "An image that a sandbox, a snapshot or a template uses is not removed."
            },
            mixinStandardHelpOptions = true)
    static final class ImageRemoveCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The name of the image.")
        String name = "";

        ImageRemoveCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImportedImages left = session().agent().call(HostApi.REMOVE_IMAGE, new RemoveImage(name));
            if (json) {
                session().json(left);
            } else {
                session().line("Removed image %s.", name);
            }
            return 0;
        }
    }
}
