package dev.belljar.app.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WriterReducerTest {
    private final WriterReducer fold = new WriterReducer();

    @Test
    void theLastWriterComesFirstAndEachIsListedOnce() {
        fold.apply(event(1, 7, FileOp.WRITE, "/workspace/a", null));
        fold.apply(event(2, 8, FileOp.WRITE, "/workspace/a", null));
        fold.apply(event(3, 7, FileOp.WRITE, "/workspace/a", null));
        assertThat(fold.of("/workspace/a")).extracting(w -> w.process().pid()).containsExactly(7, 8);
    }

    @Test
    void writersOfARenamedFileAreListedForItsNewPath() {
        fold.apply(event(1, 7, FileOp.WRITE, "/workspace/a.tmp", null));
        fold.apply(event(2, 9, FileOp.RENAME, "/workspace/a.tmp", "/workspace/a"));
        assertThat(fold.of("/workspace/a")).extracting(w -> w.process().pid()).containsExactly(9, 7);
        assertThat(fold.of("/workspace/a.tmp")).isEmpty();
    }

    @Test
    void onlyTheNewestPathsAreKept() {
        for (int i = 0; i < 10_000; i++) {
            fold.apply(event(i, 7, FileOp.CREATE, "/workspace/" + i, null));
        }
        assertThat(fold.of("/workspace/0")).isEmpty();
        assertThat(fold.of("/workspace/9999")).hasSize(1);
    }

    private static FileEvent event(long seq, int pid, FileOp op, String path, @Nullable String to) {
        return new FileEvent(seq, seq, pid, pid, "node", op, path, to, 1);
    }
}
