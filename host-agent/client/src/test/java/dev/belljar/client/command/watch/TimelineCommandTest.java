package dev.belljar.client.command.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.request.timeline.ReadPastState;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.PastState.ActiveFolder;
import dev.belljar.contract.view.timeline.PastState.ActiveName;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.Timeline.TrafficInterval;
import dev.belljar.contract.view.timeline.Timeline.Unobserved;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.TimelineMark.Kind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// Tests what `timeline` requests and prints.
class TimelineCommandTest {
    private static final ZoneId ZONE = ZoneOffset.UTC;
    private static final long NINE = Instant.parse("2026-11-26T09:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final List<TimelineMark> MARKS = List.of(
            new TimelineMark(2, NINE, Kind.STATE, null, "running", null, false, null),
            new TimelineMark(9, NINE + 35 * MINUTE, Kind.SNAPSHOT, "m1", "before \u001B[2Jlunch", null, false, null),
            new TimelineMark(
                    12, NINE + 50 * MINUTE, Kind.APPROVAL, "q1", "api.github.com", "allowed by you once", false, null),
            new TimelineMark(20, NINE + 60 * MINUTE, Kind.BLOCKED, "x", "evil.example", "9 times", true, null));

    private static final Timeline TIMELINE = new Timeline(
            30,
            NINE,
            NINE + 70 * MINUTE,
            NINE,
            NINE + 70 * MINUTE,
            MINUTE,
            List.of(
                    new ProcessBar(
                            10, 1, "npm", List.of("npm", "run", "dev\u202E"), NINE + MINUTE, null, null, null, false),
                    new ProcessBar(11, 2, "cc", List.of(), NINE + MINUTE, NINE + 3 * MINUTE, 0, null, false)),
            1_204,
            List.of(new FileInterval(NINE, 1, 0, 0), new FileInterval(NINE + 69 * MINUTE, 500, 300, 0)),
            List.of(new TrafficInterval(NINE + 10 * MINUTE, 1_000, 5_000_000)),
            MARKS,
            true,
            List.of(new Unobserved(NINE + 20 * MINUTE, NINE + 21 * MINUTE)),
            List.of());

    private static final PastState MOMENT = new PastState(
            NINE + 40 * MINUTE,
            IntStream.range(0, 30).mapToObj(TimelineCommandTest::process).toList(),
            45,
            List.of(new ActiveName("registry.npmjs.org", 2_000, 9_000_000)),
            List.of(new ActiveFolder("src", 3)),
            new Snapshot(
                    "m1",
                    "s",
                    "shop",
                    null,
                    "before lunch",
                    null,
                    NINE + 35 * MINUTE,
                    9,
                    null,
                    null,
                    null,
                    1,
                    0,
                    0,
                    null),
            List.of(MARKS.get(2)),
            List.of(MARKS.get(1), MARKS.get(2)));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<ReadTimeline> timelines = new ArrayList<>();
    private final List<ReadPastState> moments = new ArrayList<>();
    private boolean outside;

    @Test
    void theWholeLifeIsDrawnInEightyColumns() {
        List<String> lines = new TimelineText(TIMELINE, 80, ZONE).lines();
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(lines.getFirst())
                .isEqualTo("2026-11-26 09:00:00 – 2026-11-26 10:10:00 (1 h 10 min), in intervals of 1 min");
        assertThat(line(lines, "files")).isEqualTo("files     ▁" + " ".repeat(68) + "█");
        assertThat(line(lines, "sent")).isEqualTo("sent      " + " ".repeat(10) + "█");
        assertThat(line(lines, "gap")).isEqualTo("gap       " + " ".repeat(20) + "░░");
        assertThat(line(lines, "events"))
                .isEqualTo("events    |" + " ".repeat(34) + "S" + " ".repeat(14) + "A" + " ".repeat(9) + "x");
        assertThat(lines).anyMatch(line -> line.startsWith("          09:00:00 "));
        assertThat(lines).contains("Highest: 800 file events, 1.0 kB sent, 5.0 MB received in 1 min");
        assertThat(lines).contains("Events: S snapshot, A approval, x blocked, | state");
        assertThat(lines).contains("09:50:00  approval  api.github.com: allowed by you once");
        assertThat(lines).contains("The longest-running of 1,204 processes:");
        assertThat(lines).contains("2 min     09:01:00 – 09:03:00  [cc]");
    }

    @Test
    void textOfTheGuestCannotControlTheTerminal() {
        List<String> lines = new TimelineText(TIMELINE, 80, ZONE).lines();
        assertThat(lines).contains("09:35:00  snapshot  before ?[2Jlunch");
        assertThat(lines).contains("1 h 9 min 09:01:00 – now       npm run dev?");
        assertThat(String.join("", lines)).doesNotContain("\u001B", "\u202E");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 57, 100, 400})
    void otherWidthsAreFilledAndNotExceeded(int width) {
        List<String> lines = new TimelineText(TIMELINE, width, ZONE).lines();
        // The first line and the legend are sentences.
        assertThat(lines.subList(1, 9)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        assertThat(line(lines, "files")).hasSize(width).endsWith("█");
    }

    @Test
    void manyMarksAreCountedAndBlockedOnesNotListed() {
        List<TimelineMark> many = IntStream.range(0, 60)
                .mapToObj(i -> new TimelineMark(
                        i, NINE + i * MINUTE, i < 10 ? Kind.BLOCKED : Kind.SYNC, null, "b" + i, null, false, null))
                .toList();
        List<String> lines = new TimelineText(with(many), 80, ZONE).lines();
        assertThat(lines.stream().filter(line -> line.contains("sync  "))).hasSize(20);
        assertThat(lines).contains("40 more: choose a shorter period with --from and --to, or use --json.");
    }

    @Test
    void anEmptyTimelineSaysSo() {
        Timeline empty = new Timeline(
                0,
                NINE,
                NINE,
                NINE,
                NINE + 1_000,
                1_000,
                List.of(),
                0,
                List.of(),
                List.of(),
                List.of(),
                true,
                List.of(),
                List.of());
        assertThat(new TimelineText(empty, 80, ZONE).lines())
                .contains("No file was changed and nothing was sent in this period.");
    }

    @Test
    void thePeriodAndTheNumberOfColumnsAreRequested() {
        assertThat(run("timeline", "shop", "--from", "-2h", "--width", "100")).isZero();
        ReadTimeline request = timelines.getFirst();
        assertThat(request.from())
                .isCloseTo(System.currentTimeMillis() - Duration.ofHours(2).toMillis(), Offset.offset(60_000L));
        assertThat(request.to()).isNull();
        assertThat(request.intervals()).isEqualTo(90);
        assertThat(text(out)).contains("files     ");
    }

    @Test
    void jsonIsTheAnswer() throws Exception {
        assertThat(run("timeline", "shop", "--json")).isZero();
        assertThat(ContractJson.read(text(out), Timeline.class)).isEqualTo(TIMELINE);
        out.reset();
        assertThat(run("timeline", "shop", "--at", "-10m", "--json")).isZero();
        assertThat(ContractJson.read(text(out), PastState.class))
                .isEqualTo(nearest(moments.getLast().at()));
    }

    @Test
    void aMomentIsPrintedWithTheSnapshotBeforeIt() {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(MOMENT.at()), ZoneId.systemDefault());
        assertThat(run("timeline", "shop", "--at", time.toString())).isZero();
        assertThat(moments).hasSize(1);
        assertThat(text(out))
                .contains("PID  RUNNING FOR  COMMAND")
                .contains("25 more")
                .contains("registry.npmjs.org  2.0 kB  9.0 MB")
                .contains("src     3")
                .contains("Last snapshot before this time: before lunch, taken ")
                .contains("(5 min earlier)")
                .contains("Between that snapshot and this time:")
                .doesNotContain("\u001B");
        assertThat(text(err)).contains("belljar branch m1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeline",
                "timeline shop --from yesterday",
                "timeline shop --at 25:00",
                "timeline shop --width 39",
                "timeline shop --width 401",
                "timeline shop --at 9:00 --from -1h",
                "timeline shop --from -1m --to -2m",
            })
    void wrongUsageIsReported(String words) {
        assertThat(run(words.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(text(err)).contains("See `belljar timeline --help`.");
        assertThat(timelines).isEmpty();
    }

    private static Timeline with(List<TimelineMark> marks) {
        return new Timeline(
                30,
                NINE,
                NINE + 70 * MINUTE,
                NINE,
                NINE + 70 * MINUTE,
                MINUTE,
                List.of(),
                0,
                List.of(),
                List.of(),
                marks,
                true,
                List.of(),
                List.of());
    }

    private static ProcessRow process(int number) {
        return new ProcessRow(
                100 + number,
                1,
                number,
                1,
                1000,
                "sh",
                null,
                List.of("sh", "\u001B]0;title"),
                null,
                NINE,
                null,
                null,
                null,
                null,
                null);
    }

    private static String line(List<String> lines, String label) {
        return lines.stream().filter(line -> line.startsWith(label)).findFirst().orElseThrow();
    }

    // The host agent answers with the nearest time at which the sandbox existed.
    private static PastState nearest(long at) {
        return new PastState(
                at,
                MOMENT.running(),
                MOMENT.runningTotal(),
                MOMENT.traffic(),
                MOMENT.folders(),
                MOMENT.snapshot(),
                MOMENT.since(),
                MOMENT.marks());
    }

    @Test
    void aTimeAtWhichTheSandboxDidNotExistIsRefused() {
        outside = true;
        assertThat(run("timeline", "shop", "--at", "2020-01-01T10:00")).isEqualTo(2);
        assertThat(text(err)).contains("--at 2020-01-01 10:00:00: shop did not exist yet; expected a time since 2026-");
        assertThat(text(out)).isEmpty();
        assertThat(run("timeline", "shop", "--at", "2031-01-01T10:00")).isEqualTo(2);
        assertThat(text(err)).contains("--at 2031-01-01 10:00:00 is in the future; expected a time up to now");
    }

    private int run(String... words) {
        ScriptedClient agent = new ScriptedClient()
                .on(TimelineApi.TIMELINE, (_, request) -> {
                    timelines.add(request);
                    return TIMELINE;
                })
                .on(TimelineApi.MOMENT, (_, request) -> {
                    moments.add(request);
                    return nearest(outside ? MOMENT.at() : request.at());
                });
        PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        CommandLine line = Belljar.line(CommandSession.with(agent, _ -> null, toOut, toErr));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        return line.execute(words);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
