package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a guest that opens any number of connections does not fill the host's disk with their rows.
class ManyFlowsTest {
    private static final int MOST = 100;
    private static final int FLOWS = 10_500;

    @TempDir
    private Path folder;

    @Test
    void theOldestFlowsAreRemoved() throws Exception {
        IndexedStory story = new IndexedStory();
        for (int flow = 1; flow <= FLOWS; flow++) {
            story.net(NetOp.OPEN, flow, null, null, 60, 0, Verdict.REFUSED);
        }
        Path file = folder.resolve("index.db");
        try (Connection connection = IndexTables.open(file);
                IndexProjection projection = new IndexProjection(connection, MOST)) {
            projection.apply("s", story.events.subList(0, 10_000));
            projection.apply("s", story.events.subList(10_000, FLOWS));
        }
        try (Connection connection = IndexTables.connect(file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*), min(flow), max(flow) FROM flows")) {
            assertThat(row.getLong(1)).isEqualTo(600);
            assertThat(row.getLong(2)).isEqualTo(FLOWS - 600 + 1);
            assertThat(row.getLong(3)).isEqualTo(FLOWS);
        }
    }
}
