package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.ExitHook;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.transfer.FileAppearedFault;
import dev.belljar.client.transfer.FileDownload;
import dev.belljar.client.transfer.FileDownload.DownloadChoice;
import dev.belljar.client.transfer.FileDownload.DownloadPlan;
import dev.belljar.client.transfer.FileDownload.DownloadProgress;
import dev.belljar.client.transfer.SizeLimitFault;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.RefusedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Copies files out of a sandbox, and tells what was copied and what was not. `to` is the folder of this computer, or
/// the name there of the one file or folder that is copied.
record FileCopy(CommandSession session, WaitingLine waiting, String sandbox, Path to, boolean json) {
    private static final int NAMED = 20;

    /// What a program reads: the files that were copied or copied before, and those that were not copied, with their
    /// paths in the workspace. `folder` is the absolute path of `to`.
    record CopyReport(
            String folder,
            List<String> copied,
            List<String> present,
            List<GuestFile> risky,
            List<String> other,
            List<String> inTheWay,
            List<RefusedFile> refused,
            boolean complete,
            long bytes) {}

    /// Copies the files that match these patterns, and returns the exit code.
    int run(List<String> patterns, DownloadChoice choice) throws AgentException, InterruptedException, IOException {
        try (FileDownload download = FileDownload.into(to, session.agent(), sandbox, choice)) {
            return run(download, download.plan(patterns));
        }
    }

    /// Copies what the plan says, and returns the exit code.
    int run(FileDownload download, DownloadPlan plan) throws AgentException, InterruptedException, IOException {
        try (ExitHook _ = new ExitHook("copy ends", download::abandon)) {
            long bytes = copied(download, plan);
            if (json) {
                session.json(report(plan, bytes));
            } else {
                tell(plan, bytes);
            }
            boolean found = !plan.files().isEmpty() || !plan.present().isEmpty();
            return plan.whole() && found ? 0 : CommandSession.PROBLEM;
        }
    }

    private long copied(FileDownload download, DownloadPlan plan)
            throws AgentException, InterruptedException, IOException {
        try {
            return waiting.during(() -> "Copying " + words(download.progress()), () -> {
                try {
                    return download.run(plan);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            IOException cause = Objects.requireNonNull(e.getCause());
            String hint = switch (cause) {
                case SizeLimitFault _ -> ": use --max-size to copy more";
                case FileAppearedFault _ -> ": use --force to replace it";
                default -> "";
            };
            throw new IOException(
                    "the copy was stopped: " + cause.getMessage() + hint
                            + " (complete files are kept; to continue, run the same command again)",
                    cause);
        }
    }

    private static String words(@Nullable DownloadProgress progress) {
        return progress == null
                ? ""
                : "%s of %s, %s"
                        .formatted(ByteCount.words(progress.bytes()), ByteCount.words(progress.all()), progress.path());
    }

    private CopyReport report(DownloadPlan plan, long bytes) {
        return new CopyReport(
                to.toAbsolutePath().normalize().toString(),
                plan.files().stream().map(GuestFile::path).toList(),
                plan.present(),
                plan.risky(),
                plan.other(),
                plan.inTheWay(),
                plan.found().refused(),
                plan.found().complete(),
                bytes);
    }

    private void tell(DownloadPlan plan, long bytes) {
        boolean nothing =
                plan.found().files().isEmpty() && plan.found().refused().isEmpty();
        session.line(
                "%s",
                nothing
                        ? "No file in the workspace of " + sandbox + " matches."
                        : "Copied %s (%s) to %s".formatted(files(plan.files().size()), ByteCount.words(bytes), to));
        if (!plan.present().isEmpty()) {
            session.line(
                    "%s already %s %s, with the same size and time",
                    files(plan.present().size()), Files.isDirectory(to) ? "in" : "at", to);
        }
        list(
                "Excluded, because they could run code on this computer (use --allow PATH):",
                plan.risky().stream()
                        .map(file -> "▲ " + file.path() + "   " + file.risk())
                        .toList());
        list(
                "Not replaced, because files with these names but different content exist here (use --force):",
                plan.other());
        list("Not copied, because a link, a folder or something else is in the way on this computer:", plan.inTheWay());
        list(
                "Not copied:",
                plan.found().refused().stream()
                        .map(file -> file.path() + "   " + file.why())
                        .toList());
        if (!plan.found().complete()) {
            session.line("The sandbox has more files than Belljar can list: name smaller folders.");
        }
    }

    private void list(String title, List<String> entries) {
        if (entries.isEmpty()) {
            return;
        }
        session.line("%s", title);
        entries.stream().limit(NAMED).forEach(entry -> session.line("  %s", entry));
        if (entries.size() > NAMED) {
            session.line("  and %d more", entries.size() - NAMED);
        }
    }

    private static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }
}
