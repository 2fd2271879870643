package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.ImageStatus;
import dev.belljar.contract.view.ImagesPruned;
import dev.belljar.contract.view.ToolStatus;
import picocli.CommandLine.Command;

/// `belljar image build`: the guest image, built once and kept.
@Command(
        name = "image",
        description = "The guest image.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ImageCommand.Build.class,
            ImageCommand.Prune.class,
            ImageCommand.Status.class,
            ImageCommand.Zellij.class
        })
final class ImageCommand {
    /// `belljar image build`.
    @Command(
            name = "build",
            description = "Build the image unless it is there, showing progress.",
            mixinStandardHelpOptions = true)
    static final class Build extends Asking {
        private static final long LOOK_MILLIS = 300;

        Build(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            AgentClient agent = session().agent();
            ImageStatus status = agent.buildImage();
            String told = "";
            while (status.state().equals("building")) {
                String now = "%3d %%  %s".formatted(status.percent(), status.step());
                if (!now.equals(told)) {
                    session().aside(now);
                    told = now;
                }
                Thread.sleep(LOOK_MILLIS);
                status = agent.host().image();
            }
            return finish(status);
        }

        private int finish(ImageStatus status) throws AgentException {
            Problem problem = status.problem();
            if (problem != null) {
                throw new AgentException(problem, null);
            }
            if (json) {
                session().json(status);
            } else {
                session().line("image %s, %s", status.state(), ByteCount.words(status.bytes()));
            }
            return status.state().equals("ready") ? 0 : 1;
        }
    }

    /// `belljar image prune`.
    @Command(
            name = "prune",
            description = "Remove the images no sandbox was made on, except the one new sandboxes get.",
            mixinStandardHelpOptions = true)
    static final class Prune extends Asking {
        Prune(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImagesPruned gone = session().agent().pruneImages();
            if (json) {
                session().json(gone);
            } else if (gone.keys().isEmpty()) {
                session().line("nothing to remove: every image is used or current");
            } else {
                session().line("removed %d: %s, %s", gone.keys().size(), gone.keys(), ByteCount.words(gone.bytes()));
            }
            return 0;
        }
    }

    /// `belljar image zellij`.
    @Command(
            name = "zellij",
            description =
                    "Build Zellij, which keeps the sessions of terminals, from its crate unless it is there; it goes on in the host agent when this is interrupted.",
            mixinStandardHelpOptions = true)
    static final class Zellij extends Asking {
        private static final long LOOK_MILLIS = 500;

        Zellij(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ToolStatus status = session().agent().sessions().buildZellij();
            String told = "";
            while (status.state().equals("building")) {
                String now = "%3d %%  %s".formatted(status.percent(), status.step());
                if (!now.equals(told)) {
                    session().aside(now);
                    told = now;
                }
                Thread.sleep(LOOK_MILLIS);
                status = session().agent().sessions().zellij();
            }
            if (json) {
                session().json(status);
            } else if (status.problem() != null) {
                throw new AgentException(status.problem(), null);
            } else {
                session().line("zellij %s, %s", status.state(), status.origin());
            }
            return status.state().equals("ready") ? 0 : 1;
        }
    }

    /// `belljar image status`.
    @Command(name = "status", description = "Say whether the image is there.", mixinStandardHelpOptions = true)
    static final class Status extends Asking {
        Status(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            ImageStatus status = session().agent().host().image();
            if (json) {
                session().json(status);
            } else {
                session().line("%s %s", status.state(), status.folder() == null ? "" : status.folder());
                ToolStatus zellij = session().agent().sessions().zellij();
                session().line("sessions: zellij %s, %s", zellij.state(), zellij.origin());
            }
            return 0;
        }
    }
}
