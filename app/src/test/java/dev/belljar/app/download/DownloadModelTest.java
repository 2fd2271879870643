package dev.belljar.app.download;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.action.DownloadActions.FoundFiles;
import dev.belljar.app.download.DownloadModel.FileList;
import dev.belljar.app.download.DownloadModel.ListKind;
import dev.belljar.client.transfer.FileDownload.DownloadPlan;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what the dialog shows of the files that were found, and when they can be copied.
class DownloadModelTest {
    private final DownloadModel model = new DownloadModel();

    @Test
    void aTextIsOnePathInTheWorkspace() {
        assertThat(DownloadModel.patterns(" /workspace/dist/** ")).containsExactly("dist/**");
        assertThat(DownloadModel.patterns("./my file.txt")).containsExactly("my file.txt");
        assertThat(DownloadModel.patterns("/workspace/")).isEmpty();
        assertThat(DownloadModel.patterns("  ")).isEmpty();
    }

    @Test
    void riskyFilesAloneNeedTheUsersChoice() {
        GuestFile script = file("run.sh", "a script");
        model.found(new FoundFiles(new DownloadPlan(
                List.of(),
                List.of(),
                List.of(script),
                List.of(),
                List.of(),
                new GuestFiles(List.of(script), List.of(), true))));
        assertThat(model.ready()).isFalse();
        model.risky(true);
        model.executable(true);
        assertThat(model.ready()).isTrue();
        assertThat(model.options(Path.of("/out")).risky()).isTrue();
        assertThat(model.lists()).singleElement().satisfies(list -> {
            assertThat(list.kind()).isEqualTo(ListKind.RISKY);
            assertThat(list.title()).isEqualTo("1 file could run code on this computer");
            assertThat(list.lines()).containsExactly("run.sh: a script");
        });
        model.found(model.found().orElseThrow());
        assertThat(model.ready()).as("other files need another choice").isFalse();
        assertThat(model.options(Path.of("/out")).executable()).isFalse();
    }

    @Test
    void everyFileThatIsNotCopiedIsNamedWithTheReason() {
        model.found(new FoundFiles(new DownloadPlan(
                List.of(file("a", null), file("b", null)),
                List.of("same"),
                List.of(),
                List.of("other\u001b"),
                List.of("folder"),
                new GuestFiles(List.of(file("a", null)), List.of(new RefusedFile("link", "a symbolic link")), false))));
        assertThat(model.sentence())
                .isEqualTo(
                        "2 files to download, 20 B. 1 file is already in the folder, with the same size and modification time."
                                + " The sandbox has more files than Belljar can list. Choose smaller folders.");
        assertThat(model.lists())
                .extracting(FileList::kind)
                .containsExactly(ListKind.OTHER, ListKind.NOT_COPIED, ListKind.NOT_COPIED, ListKind.COPIED);
        assertThat(model.lists()).flatExtracting(FileList::lines).contains("other·", "folder", "link: a symbolic link");
    }

    @Test
    void longListsAreCounted() {
        List<GuestFile> many =
                IntStream.range(0, 80).mapToObj(i -> file("f" + i, null)).toList();
        model.found(new FoundFiles(new DownloadPlan(
                many, List.of(), List.of(), List.of(), List.of(), new GuestFiles(many, List.of(), true))));
        assertThat(model.lists()).singleElement().satisfies(list -> {
            assertThat(list.lines()).hasSize(DownloadModel.NAMED);
            assertThat(list.more()).isEqualTo(30);
        });
    }

    @Test
    void nothingThatMatchesIsSaid() {
        model.found(new FoundFiles(new DownloadPlan(
                List.of(), List.of(), List.of(), List.of(), List.of(), new GuestFiles(List.of(), List.of(), true))));
        assertThat(model.sentence()).isEqualTo("No matching files in the sandbox.");
        assertThat(model.lists()).isEmpty();
        assertThat(model.ready()).isFalse();
    }

    private static GuestFile file(String path, @Nullable String risk) {
        return new GuestFile(path, 10, 1_000, risk != null, risk);
    }
}
