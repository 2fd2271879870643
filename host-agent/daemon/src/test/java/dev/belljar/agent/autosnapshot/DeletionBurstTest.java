package dev.belljar.agent.autosnapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which deletions are a mass deletion.
class DeletionBurstTest {
    private final DeletionBurst burst = new DeletionBurst();

    @Test
    void manyFilesInAShortTimeAreAMassDelete() {
        assertThat(many(DeletionBurst.FILES - 1, 0, 10, false)).isZero();
        assertThat(burst.deleted(500, "/workspace/src/last.ts", false)).isTrue();
        assertThat(burst.deleted(501, "/workspace/src/more.ts", false))
                .as("is told once")
                .isFalse();
    }

    @Test
    void someFoldersInAShortTimeAreAMassDelete() {
        assertThat(many(DeletionBurst.FOLDERS, 0, 10, true)).isEqualTo(1);
    }

    @Test
    void slowDeletionsAreNone() {
        assertThat(many(1_000, 0, DeletionBurst.WINDOW / 49 + 1, false)).isZero();
        assertThat(many(1_000, 1_000_000, DeletionBurst.WINDOW / 9 + 1, true)).isZero();
    }

    @Test
    void anEndlessDeletionIsToldForEachFiftyFiles() {
        assertThat(many(10 * DeletionBurst.FILES, 0, 1, false)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/workspace/node_modules/left-pad/index.js",
                "/workspace/packages/a/node_modules/x",
                "/workspace/target/classes/A.class",
                "/workspace/.git/objects/ab/cdef",
                "/workspace/vendor/x/.git/HEAD",
                "/workspace/a/__pycache__/b.pyc",
                "/workspace/.venv"
            })
    void filesThatCanBeMadeAgainDoNotCount(String path) {
        for (int i = 0; i < 10 * DeletionBurst.FILES; i++) {
            assertThat(burst.deleted(i, path, i % 2 == 0)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/workspace/targets/a", "/workspace/my-node_modules/a", "/workspace/src/gitignore"})
    void similarNamesCount(String path) {
        boolean told = false;
        for (int i = 0; i < DeletionBurst.FILES; i++) {
            told = burst.deleted(i, path, false);
        }
        assertThat(told).isTrue();
    }

    private int many(int count, long from, long step, boolean folders) {
        int told = 0;
        for (int i = 0; i < count; i++) {
            told += burst.deleted(from + i * step, "/workspace/src/file" + i, folders) ? 1 : 0;
        }
        return told;
    }
}
