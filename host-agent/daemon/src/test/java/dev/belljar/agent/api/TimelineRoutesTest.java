package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.PastState.ActiveFolder;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.TimelineMark.Kind;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.timeline.WrittenFiles.FileWrites;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the requests about the history of a sandbox.
class TimelineRoutesTest {
    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aSandboxThatNeverRanHasAnEmptyTimeline() throws Exception {
        Timeline timeline = timeline("");
        assertThat(timeline.processes()).isEmpty();
        assertThat(timeline.files()).isEmpty();
        assertThat(timeline.from()).isEqualTo(timeline.begin());
        PastState moment = moment(ApiFixture.ID, 0);
        assertThat(moment.at()).isEqualTo(timeline.begin());
        assertThat(moment.snapshot()).isNull();
        assertThat(moment.since()).isEmpty();
    }

    @Test
    void theTimelineContainsWhatWasJustRecorded() throws Exception {
        api.running();
        long now = System.currentTimeMillis();
        api.journal.append(write(now, "/workspace/src/a.c"));
        Timeline timeline = timeline("?from=" + (now - 10_000) + "&intervals=2000&processes=0");
        assertThat(timeline.seq()).isEqualTo(api.journal.lastSeq());
        assertThat(timeline.width()).isEqualTo(1_000);
        assertThat(timeline.files()).extracting(FileInterval::changed).containsExactly(1L);
        assertThat(timeline.marks()).extracting(TimelineMark::label).contains("running");
        assertThat(timeline.to()).isGreaterThanOrEqualTo(now);
        assertThat(moment(ApiFixture.ID, now).folders()).containsExactly(new ActiveFolder("src", 1));
    }

    @Test
    void filesAreToldApartByWhenTheyWereWritten() throws Exception {
        api.running();
        long now = System.currentTimeMillis();
        api.journal.append(write(now, "/workspace/src/a.c"));
        api.journal.append(write(now, "/etc/passwd"));
        FileWrites later = written(0).files().getFirst();
        assertThat(later.path()).isEqualTo("src/a.c");
        assertThat(later.before()).isNull();
        WrittenFiles then = written(later.newest());
        assertThat(then.complete()).isTrue();
        assertThat(then.files()).containsExactly(new FileWrites("src/a.c", later.newest(), later.newest()));
    }

    @Test
    void aMomentNamesTheSnapshotBeforeItAndWhatHappenedSince() throws Exception {
        api.running();
        Snapshot first = taken("first");
        Snapshot second = taken("second");
        PastState before = moment(ApiFixture.ID, second.created() - 1);
        assertThat(before.snapshot()).isEqualTo(first);
        PastState later = moment(ApiFixture.ID, System.currentTimeMillis());
        assertThat(later.snapshot()).isEqualTo(second);
        assertThat(later.since()).noneMatch(mark -> second.id().equals(mark.id()));
        assertThat(later.marks()).anyMatch(mark -> mark.kind() == Kind.SNAPSHOT);
        assertThat(moment(ApiFixture.ID, first.created() - 1).snapshot()).isNull();
    }

    @Test
    void aBranchCanBeBranchedFromItsOriginBeforeItHasSnapshots() throws Exception {
        api.running();
        Snapshot origin = taken("origin");
        HttpResponse<String> answer = api.post("/snapshots/" + origin.id() + "/branch", "{\"name\":\"try\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        String branch =
                ContractJson.readList(answer.body(), Sandbox.class).getFirst().id();
        PastState moment = moment(branch, System.currentTimeMillis());
        assertThat(moment.snapshot()).isEqualTo(origin);
        assertThat(api.delete("/snapshots/" + origin.id()).statusCode()).isEqualTo(204);
        assertThat(moment(branch, System.currentTimeMillis()).snapshot()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeline?from=5&to=5",
                "timeline?from=-1",
                "timeline?to=x",
                "timeline?intervals=0",
                "timeline?intervals=2001",
                "timeline?processes=2001",
                "timeline/moment",
                "timeline/moment?at=-1",
                "timeline/files",
                "timeline/files?at=-1",
                "timeline/moment?at=99999999999999999999",
            })
    void wrongPeriodsAreRefused(String request) throws Exception {
        assertThat(api.get("/sandboxes/s1/" + request).statusCode()).isEqualTo(400);
        api.assertUntouched();
    }

    @Test
    void timesOutsideOfTheLifeAreMovedIntoIt() throws Exception {
        Timeline timeline = timeline("?from=0&to=253402300799999");
        assertThat(timeline.from()).isEqualTo(timeline.begin());
        assertThat(timeline.to()).isLessThanOrEqualTo(System.currentTimeMillis() + 1_000);
    }

    private Timeline timeline(String query) throws Exception {
        return ApiFixture.read(api.get("/sandboxes/s1/timeline" + query), 200, Timeline.class);
    }

    private PastState moment(String sandbox, long at) throws Exception {
        return ApiFixture.read(api.get("/sandboxes/" + sandbox + "/timeline/moment?at=" + at), 200, PastState.class);
    }

    private WrittenFiles written(long at) throws Exception {
        return ApiFixture.read(api.get("/sandboxes/s1/timeline/files?at=" + at), 200, WrittenFiles.class);
    }

    private Snapshot taken(String name) throws Exception {
        HttpResponse<String> answer = api.post("/sandboxes/s1/snapshot", "{\"name\":\"" + name + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return ContractJson.readStrict(answer.body(), Snapshot.class);
    }

    private static FileEvent write(long ts, String path) {
        return new FileEvent(0, ts, 5, 50, "cc", FileOp.WRITE, path, null, 1);
    }
}
