package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.process.ProcessRow;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a guest that claims any number of processes does not fill the host's disk with their rows.
class ManyProcessesTest {
    private static final int MOST = 100;

    @TempDir
    private Path folder;

    @Test
    void processesThatEndedLongAgoAreRemoved() throws Exception {
        IndexedStory story = new IndexedStory();
        for (int pid = 1; pid <= 7_000; pid++) {
            story.exec(pid, 1, pid, "program").exit(pid, pid, 0);
        }
        assertThat(kept(story)).isLessThan(2_200).isGreaterThanOrEqualTo(2_100);
    }

    @Test
    void processesThatNeverEndAreRemovedToo() throws Exception {
        IndexedStory story = new IndexedStory();
        for (int pid = 1; pid <= 10_500; pid++) {
            story.exec(pid, 1, pid, "program");
        }
        assertThat(kept(story)).isLessThan(700).isGreaterThanOrEqualTo(600);
    }

    private long kept(IndexedStory story) throws Exception {
        try (Connection connection = IndexTables.open(folder.resolve("index.db"));
                IndexProjection projection = new IndexProjection(connection, MOST);
                IndexQueries questions = new IndexQueries(IndexTables.connect(folder.resolve("index.db")))) {
            projection.apply("s", story.events.subList(0, 10_000));
            projection.apply("s", story.events.subList(10_000, story.events.size()));
            List<ProcessRow> newest = questions.processes("s", 5).rows();
            assertThat(newest).isNotEmpty();
            return questions.processes("s", 5).total();
        }
    }
}
