package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a guest that makes any number of events, with any times, does not fill the host's disk with rows of the
/// timeline.
class ManyTimelineRowsTest {
    private static final int MOST = 100;
    private static final int EVENTS = 10_000;
    private static final long DAY = 86_400_000;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("index.db");
    }

    @Test
    void theOldestRowsOfEachKindAreRemoved() throws Exception {
        IndexedStory story = new IndexedStory();
        for (int i = 1; i <= EVENTS / 4; i++) {
            story.add(write(DAY * i, "f" + i))
                    .add(write(DAY * i, "g" + i))
                    .add(new GapEvent(0, DAY * i, "lost", 1, "lost"))
                    .net(NetOp.OPEN, i, null, "n" + i + ".example", 60, 0, Verdict.REFUSED);
        }
        applied(story);
        for (String table : new String[] {"writes", "unobserved", "marks"}) {
            assertThat(number("SELECT count(*) FROM " + table)).as(table).isBetween(1L, 2L * MOST);
        }
        assertThat(number("SELECT count(*) FROM intervals")).isBetween(3L, 3L * 2 * MOST);
        assertThat(number("SELECT max(at) FROM writes")).isGreaterThanOrEqualTo(DAY);
    }

    @Test
    void writesOfOneSecondAreBoundedToo() throws Exception {
        IndexedStory story = new IndexedStory().state("running");
        for (int i = 1; i < EVENTS; i++) {
            story.add(write(0, "f" + i)); // a false time, which becomes that of the first event
        }
        applied(story);
        assertThat(number("SELECT count(*) FROM writes")).isLessThanOrEqualTo(MOST);
    }

    @Test
    void minutesAreReadWhereSecondsWereRemoved() throws Exception {
        IndexedStory story = new IndexedStory().state("running");
        for (int i = 1; i < EVENTS; i++) {
            story.add(write(1_000L * i, "f"));
        }
        applied(story);
        assertThat(number("SELECT count(*) FROM intervals WHERE width = 1000")).isEqualTo(MOST);
        try (IndexQueries queries = new IndexQueries(IndexTables.connect(file))) {
            var early = queries.timeline("s", new TimelinePeriod(0, DAY, 9_880_000L, 9_900_000L, null, 240, 0));
            assertThat(early.width()).isEqualTo(60_000);
            assertThat(early.files()).hasSize(1).allMatch(interval -> interval.changed() >= 20);
            var late = queries.timeline("s", new TimelinePeriod(0, DAY, 9_980_000L, 9_999_000L, null, 240, 0));
            assertThat(late.width()).isEqualTo(1_000);
            assertThat(late.files()).hasSize(19);
        }
    }

    private void applied(IndexedStory story) throws SQLException {
        try (Connection connection = IndexTables.open(file);
                IndexProjection projection = new IndexProjection(connection, MOST)) {
            projection.apply("s", story.events);
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = IndexTables.connect(file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.getLong(1);
        }
    }

    private static FileEvent write(long ts, String path) {
        return new FileEvent(0, ts, 5, 50, "p", FileOp.WRITE, "/workspace/" + path, null, 1);
    }
}
