package dev.belljar.app.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.action.DownloadActions.ArtifactPatterns;
import dev.belljar.app.action.DownloadActions.DownloadOptions;
import dev.belljar.app.action.DownloadActions.DownloadResult;
import dev.belljar.app.action.DownloadActions.FoundFiles;
import dev.belljar.app.action.DownloadActions.RunningDownload;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.contract.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that files of a sandbox are copied as the user chose, and that the project's patterns are confirmed once.
class DownloadActionsTest {
    private static final String ID = "sb-shop";

    @TempDir
    Path temp;

    private final TaskRunner tasks = new TaskRunner(new RecordedAgent(Scenario.BUSY), Runnable::run, () -> {});

    @Test
    void riskyFilesAreCopiedOnlyIfTheUserSaysSo() throws Exception {
        DownloadActions actions = actions();
        FoundFiles found = answer(actions.find(ID, List.of("dist"), temp));
        RunningDownload running = new RunningDownload();
        assertThat(running.progress()).isEmpty();
        DownloadResult first = answer(actions.copy(ID, found, options(false, false), running));
        assertThat(first.files()).isEqualTo(3);
        assertThat(first.excluded()).isEqualTo(2);
        assertThat(temp.resolve("dist/index.html")).hasSize(1_912);
        assertThat(temp.resolve("dist/serve.sh")).doesNotExist();
        assertThat(running.progress()).contains("dist/index.html");

        DownloadResult second = answer(actions.copy(ID, found, options(true, false), new RunningDownload()));
        assertThat(second.files()).isEqualTo(1);
        assertThat(temp.resolve("dist/serve.sh")).exists().isReadable();
        assertThat(Files.isExecutable(temp.resolve("dist/serve.sh"))).isFalse();
    }

    @Test
    void otherFilesAreReplacedOnlyIfTheUserSaysSo() throws Exception {
        DownloadActions actions = actions();
        Files.createDirectories(temp.resolve("reports"));
        Path mine = Files.writeString(temp.resolve("reports/coverage.html"), "mine");
        FoundFiles found = answer(actions.find(ID, List.of("reports/**"), temp));
        assertThat(found.plan().other()).containsExactly("reports/coverage.html");
        assertThat(answer(actions.copy(ID, found, options(false, false), new RunningDownload()))
                        .files())
                .isZero();
        assertThat(mine).hasContent("mine");
        assertThat(answer(actions.copy(ID, found, options(false, true), new RunningDownload()))
                        .files())
                .isEqualTo(1);
        assertThat(mine).hasSize(64_310);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.writeString(temp.resolve("file"), "");
        CompletableFuture<Problem> problem = new CompletableFuture<>();
        UiTask<FoundFiles> _ = actions()
                .find(ID, List.of("dist"), file)
                .failed(problem::complete)
                .begin();
        assertThat(problem.get(10, TimeUnit.SECONDS).detail()).contains(file.toString(), "Check that it is a folder");
    }

    @Test
    void aProjectsPatternsAreConfirmedOnce() throws Exception {
        Path project = Files.createDirectories(temp.resolve("project"));
        assertThat(answer(actions().proposed(project))).isFalse();
        Files.createDirectories(project.resolve(".belljar"));
        Files.writeString(project.resolve(".belljar/sync.toml"), "artifacts = [\"dist/**\"]\n");
        assertThat(answer(actions().proposed(project))).isTrue();
        ArtifactPatterns proposed = answer(actions().artifacts(project));
        assertThat(proposed.patterns()).containsExactly("dist/**");
        assertThat(proposed.confirmed()).isFalse();
        assertThat(answer(actions().confirm(proposed)).confirmed()).isTrue();
        assertThat(answer(actions().artifacts(project)).confirmed()).isTrue();
    }

    private DownloadActions actions() {
        return new DownloadActions(
                tasks, Map.of("XDG_DATA_HOME", temp.resolve("data").toString()));
    }

    private DownloadOptions options(boolean risky, boolean replace) {
        return new DownloadOptions(temp, risky, replace, false);
    }

    private static <T> T answer(UiTask<T> task) throws Exception {
        CompletableFuture<T> answer = new CompletableFuture<>();
        UiTask<T> _ = task.done(answer::complete)
                .failed(problem -> answer.completeExceptionally(new AssertionError(problem.detail())))
                .begin();
        return answer.get(10, TimeUnit.SECONDS);
    }
}
