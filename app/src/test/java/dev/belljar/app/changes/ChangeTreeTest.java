package dev.belljar.app.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.work.FileChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTreeTest {
    private final ChangeTree tree = new ChangeTree();

    @Test
    void aFolderIsClosedAndOpened() {
        tree.show(List.of(file("src/a.c"), file("src/b.c"), file("README.md")));
        assertThat(tree.entries()).hasSize(4);
        assertThat(tree.entries().getFirst().count()).isEqualTo(2);
        tree.toggle("src");
        assertThat(tree.entries()).hasSize(2);
        assertThat(tree.count("M")).isEqualTo(3);
    }

    @Test
    void aFileThatCouldRunOnTheHostIsShownFirst() {
        FileChange hook = new FileChange("A", "z/tasks.json", null, 1, 0, false, "runs in your editor");
        assertThat(ChangeTree.first(List.of(file("README.md"), hook))).contains(hook);
        assertThat(ChangeTree.first(List.of(file("README.md")))).contains(file("README.md"));
        assertThat(ChangeTree.first(List.of())).isEmpty();
    }

    private static FileChange file(String path) {
        return new FileChange("M", path, null, 1, 0, false, null);
    }
}
