package dev.belljar.client.command.host;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import dev.belljar.contract.view.host.ToolStatus;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;

/// `belljar image`: builds and manages the guest image, and imports container images.
@CommandExamples({
    "belljar image status | Show whether the guest image and Zellij are built.",
    "belljar image build | Build the guest image.",
    "belljar image import tools.tar --name tools | Import a container image for projects to start from."
})
@Command(
        name = "image",
        description = "Build, check and remove guest images, and import container images.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ImageCommand.ImageBuildCommand.class,
            ImageCommand.ImageCheckCommand.class,
            ImageCommand.ImageRefreshCommand.class,
            ImageCommand.ImagePruneCommand.class,
            ImageCommand.ImageStatusCommand.class,
            ImportedImageCommand.ImageImportCommand.class,
            ImportedImageCommand.ImageListCommand.class,
            ImportedImageCommand.ImageRemoveCommand.class,
            ZellijCommand.class
        })
final class ImageCommand {
    /// `belljar image build`.
    @CommandExamples({"belljar image build | Build the guest image and show progress."})
    @Command(name = "build", description = "Build the guest image if it is missing.", mixinStandardHelpOptions = true)
    static class ImageBuildCommand extends SessionCommand {
        private String message = "";

        ImageBuildCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return follow(begin(session().agent()));
        }

        ImageStatus begin(AgentClient agent) throws AgentException, InterruptedException {
            return agent.call(HostApi.BUILD_IMAGE);
        }

        private int follow(ImageStatus begun) throws AgentException, InterruptedException {
            Optional<ImageStatus> already = built(begun);
            if (already.isPresent()) {
                return finish(already.get());
            }
            AgentClient agent = session().agent();
            long after = agent.call(HostApi.STATUS).lastSeq();
            return finish(ChangeWaiter.await(
                    listener -> agent.followHost(after, Set.of(EventType.IMAGE, EventType.GAP), listener),
                    () -> built(agent.call(HostApi.STATUS).image())));
        }

        /// Prints the progress of the build; the result is empty until it has ended.
        private Optional<ImageStatus> built(ImageStatus status) {
            if (!status.state().equals("building")) {
                return Optional.of(status);
            }
            String now = "%3d %%  %s".formatted(status.percent(), status.step());
            if (!now.equals(message)) {
                session().aside(now);
                message = now;
            }
            return Optional.empty();
        }

        private int finish(ImageStatus status) throws AgentException {
            Problem problem = status.problem();
            if (problem != null) {
                throw new AgentException(problem, null);
            }
            if (json) {
                session().json(status);
            } else {
                session().line("Guest image: %s, %s", status.state(), ByteCount.words(status.bytes()));
            }
            return status.state().equals("ready") ? 0 : 1;
        }
    }

    /// `belljar image refresh`.
    @CommandExamples({"belljar image refresh | Rebuild the guest image for new sandboxes."})
    @Command(
            name = "refresh",
            description = {
                "Rebuild the guest image with current packages.",
                "Existing sandboxes keep the image they were created with."
            },
            mixinStandardHelpOptions = true)
    static final class ImageRefreshCommand extends ImageBuildCommand {
        ImageRefreshCommand(CommandSession session) {
            super(session);
        }

        @Override
        ImageStatus begin(AgentClient agent) throws AgentException, InterruptedException {
            return agent.call(HostApi.REFRESH_IMAGE);
        }
    }

    /// `belljar image check`.
    @CommandExamples({"belljar image check | List security updates for the guest image."})
    @Command(
            exitCodeList = {
                "0:No security updates are available.",
                "1:Security updates are available, or a problem occurred.",
                "2:Usage error."
            },
            name = "check",
            description = "Check Debian's security archive for updates to the guest image.",
            mixinStandardHelpOptions = true)
    static final class ImageCheckCommand extends SessionCommand {
        ImageCheckCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImageStatus status = session().agent().call(HostApi.CHECK_IMAGE);
            if (json) {
                session().json(status);
            } else if (!status.state().equals("ready")) {
                session().line("Guest image: %s", status.state());
            } else if (status.updates().isEmpty()) {
                session().line("No security updates are available for the guest image.");
            } else {
                for (String update : status.updates()) {
                    String[] words = update.split(" ");
                    session().line("%s %s → %s", words[0], words[1], words[words.length - 1]);
                }
                session().aside("To rebuild the guest image for new sandboxes, run: belljar image refresh");
            }
            return status.updates().isEmpty() ? 0 : 1;
        }
    }

    /// `belljar image prune`.
    @CommandExamples({"belljar image prune | Remove guest images that no sandbox uses."})
    @Command(
            name = "prune",
            description = {
                "Remove guest images that no sandbox uses.",
                "Also removes imported images whose name was given to another image, if nothing uses them."
            },
            mixinStandardHelpOptions = true)
    static final class ImagePruneCommand extends SessionCommand {
        ImagePruneCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImagesPruned gone = session().agent().call(HostApi.PRUNE_IMAGES);
            if (json) {
                session().json(gone);
            } else if (gone.keys().isEmpty()) {
                session().line("Nothing to remove: every guest image is either in use or the current one.");
            } else {
                session()
                        .line(
                                "removed %s, %s: %s",
                                gone.keys().size() == 1
                                        ? "1 guest image"
                                        : gone.keys().size() + " guest images",
                                ByteCount.words(gone.bytes()),
                                String.join(", ", gone.keys()));
            }
            return 0;
        }
    }

    /// `belljar image status`.
    @CommandExamples({"belljar image status | Show whether the guest image and Zellij are built."})
    @Command(
            name = "status",
            description = "Show whether the guest image and Zellij are built.",
            mixinStandardHelpOptions = true)
    static final class ImageStatusCommand extends SessionCommand {
        ImageStatusCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImageStatus status = session().agent().call(HostApi.STATUS).image();
            if (json) {
                session().json(status);
            } else {
                session()
                        .line(
                                "Guest image: %s%s",
                                status.state(), status.folder() == null ? "" : ", " + status.folder());
                ToolStatus zellij = session().agent().call(AccessApi.ZELLIJ);
                session()
                        .line(
                                "Zellij: %s, %s",
                                zellij.state(),
                                zellij.state().equals("building")
                                        ? "%d %%: %s".formatted(zellij.percent(), zellij.step())
                                        : zellij.origin());
            }
            return 0;
        }
    }
}
