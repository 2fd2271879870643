package dev.belljar.app.action;

import dev.belljar.app.desktop.FolderOpener;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.client.AgentException;
import dev.belljar.client.transfer.FileDownload;
import dev.belljar.client.transfer.FileDownload.DownloadChoice;
import dev.belljar.client.transfer.FileDownload.DownloadPlan;
import dev.belljar.client.transfer.FileDownload.DownloadProgress;
import dev.belljar.client.transfer.ProposedArtifacts;
import dev.belljar.contract.view.work.GuestFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The actions that copy files of a sandbox into a folder of this computer; `id` is the id of a sandbox.
public final class DownloadActions {
    private static final Texts TEXTS = Texts.of(DownloadActions.class);
    /// Files may grow by so many bytes, in total, between the question and the copy.
    private static final long GROWTH = 256L << 20;

    private final TaskRunner tasks;
    private final Map<String, String> environment;
    private volatile @Nullable Path folder;

    /// The environment says where the user's folders are.
    DownloadActions(TaskRunner tasks, Map<String, String> environment) {
        this.tasks = tasks;
        this.environment = environment;
    }

    /// The files that were found, and what would be copied of them.
    public record FoundFiles(DownloadPlan plan) {}

    /// What the user chose: the folder, whether files are copied that could run code on this computer, whether
    /// other files are replaced, and whether files stay executable.
    public record DownloadOptions(Path folder, boolean risky, boolean replace, boolean executable) {}

    /// What was copied, and how many of the files that were found were not.
    public record DownloadResult(Path folder, int files, long bytes, int excluded) {}

    /// A download that has not ended.
    public static final class RunningDownload {
        private final AtomicReference<@Nullable FileDownload> copy = new AtomicReference<>();

        /// How far it is, in words; empty before the first byte.
        public String progress() {
            FileDownload now = copy.get();
            DownloadProgress progress = now == null ? null : now.progress();
            return progress == null
                    ? ""
                    : TEXTS.get(
                            "download.progress",
                            FigureFormat.bytes(progress.bytes()).toString(),
                            FigureFormat.bytes(progress.all()).toString(),
                            FigureFormat.printable(progress.path()));
        }
    }

    /// The folder that the user chose last, or else the one for downloads.
    public Path folder() {
        Path chosen = folder;
        return chosen == null ? CaptureActions.folder() : chosen;
    }

    /// Remembers the folder that the user chose.
    public void folder(Path next) {
        folder = next;
    }

    /// Looks which files match these patterns, and what would be copied of them into the folder.
    public UiTask<FoundFiles> find(String id, List<String> patterns, Path to) {
        return tasks.task("find-files", agent -> {
            try (FileDownload download = FileDownload.into(to, agent, id, nothingAllowed())) {
                return new FoundFiles(download.plan(patterns));
            } catch (IOException e) {
                throw unwritten(to, e);
            }
        });
    }

    /// Copies the files that were found, as the user chose. Files that appeared since are not copied.
    public UiTask<DownloadResult> copy(String id, FoundFiles found, DownloadOptions options, RunningDownload running) {
        Path to = options.folder();
        return tasks.task("download", agent -> {
            try (FileDownload download = FileDownload.into(to, agent, id, choice(found.plan(), options))) {
                running.copy.set(download);
                DownloadPlan plan = download.plan(found.plan().found());
                long bytes = download.run(plan);
                int excluded = plan.risky().size()
                        + plan.other().size()
                        + plan.inTheWay().size()
                        + plan.found().refused().size();
                return new DownloadResult(to, plan.files().size(), bytes, excluded);
            } catch (IOException e) {
                throw unwritten(to, e);
            }
        });
    }

    /// Says what was copied, and offers to open the folder.
    public static void tell(UiContext context, DownloadResult result) {
        context.overlay()
                .offer(
                        Feather.DOWNLOAD,
                        TEXTS.get(
                                "download.done",
                                result.files(),
                                FigureFormat.bytes(result.bytes()).toString(),
                                FigureFormat.home(result.folder().toString()),
                                result.excluded()),
                        result.excluded() > 0 ? "warn" : "ok",
                        TEXTS.get("download.open"),
                        () -> FolderOpener.open(result.folder()));
    }

    /// True if the project proposes artifacts.
    public UiTask<Boolean> proposed(Path project) {
        return tasks.task("look-artifacts", _ -> ProposedArtifacts.exist(project));
    }

    /// Reads which artifacts the project proposes, and whether the user confirmed them.
    public UiTask<ArtifactPatterns> artifacts(Path project) {
        return tasks.task("read-artifacts", _ -> {
            try {
                ProposedArtifacts proposed = ProposedArtifacts.of(project, environment);
                return new ArtifactPatterns(proposed, proposed.confirmed());
            } catch (IOException e) {
                throw TaskRunner.elsewhere(TEXTS.get("download.artifacts.unread"), e);
            }
        });
    }

    /// Remembers that the user confirmed these patterns.
    public UiTask<ArtifactPatterns> confirm(ArtifactPatterns proposed) {
        return tasks.task("confirm-artifacts", _ -> {
            try {
                proposed.proposed().confirm();
                return new ArtifactPatterns(proposed.proposed(), true);
            } catch (IOException e) {
                throw TaskRunner.elsewhere(TEXTS.get("download.artifacts.unwritten"), e);
            }
        });
    }

    /// The patterns of artifacts that a project proposes, and whether the user confirmed them.
    public record ArtifactPatterns(ProposedArtifacts proposed, boolean confirmed) {
        public List<String> patterns() {
            return proposed.patterns();
        }
    }

    private static DownloadChoice nothingAllowed() {
        return new DownloadChoice(Set.of(), false, false, false, Long.MAX_VALUE);
    }

    private static DownloadChoice choice(DownloadPlan shown, DownloadOptions options) {
        Set<String> allowed =
                options.risky() ? shown.risky().stream().map(GuestFile::path).collect(Collectors.toSet()) : Set.of();
        long bytes = shown.found().files().stream().mapToLong(GuestFile::size).sum();
        return new DownloadChoice(allowed, false, options.replace(), options.executable(), bytes + GROWTH);
    }

    private static AgentException unwritten(Path folder, IOException e) {
        boolean denied = e instanceof AccessDeniedException || e instanceof FileAlreadyExistsException;
        return TaskRunner.elsewhere(
                TEXTS.get("download.failed"), denied ? new IOException(TEXTS.get("download.unwritten", folder), e) : e);
    }
}
