package dev.belljar.client.command.watch;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.PointInTime;
import dev.belljar.client.console.PointInTime.PointInTimeConverter;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.request.timeline.ReadPastState;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.Timeline;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar timeline N`: shows what happened in a sandbox on one time axis, or what it did at one moment.
@CommandExamples({
    "belljar timeline shop | Show the whole history of a sandbox.",
    "belljar timeline shop --from -2h | Show the last two hours.",
    "belljar timeline shop --from 09:30 --to 10:15 | Show part of today.",
    "belljar timeline shop --at 14:05 | Show what was running at that time, and the last snapshot before it."
})
@Command(
        name = "timeline",
        description = "Show a sandbox's history: file changes, traffic, processes and your own actions.",
        footer = {
            "",
            "TIME is a time of day (14:05 or 14:05:30), a date (2026-11-26), both (2026-11-26T14:05), or an offset"
                    + " from now (-90s, -10m, -2h, -3d)."
        },
        mixinStandardHelpOptions = true)
final class TimelineCommand extends SandboxCommand {
    private static final int NARROWEST = 40;
    private static final int WIDEST = 400;
    private static final int PROCESSES = 8;
    /// With `--json`, the answer has as many processes as the window shows.
    private static final int PROCESSES_IN_JSON = 200;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = PointInTimeConverter.class,
            description = "Start of the period (default: the first event).")
    @Nullable
    PointInTime from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = PointInTimeConverter.class,
            description = "End of the period (default: now, or the last event if the machine is off).")
    @Nullable
    PointInTime to;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = PointInTimeConverter.class,
            description =
                    "Show the processes, traffic and file activity at this time, and the last snapshot before" + " it.")
    @Nullable
    PointInTime at;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            defaultValue = "80",
            description =
                    "Width of the timeline in characters, from " + NARROWEST + " to " + WIDEST + " (default: 80).")
    int width;

    TimelineCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        checkUsage();
        PointInTime moment = at;
        if (moment != null) {
            PastState past = session().agent().call(TimelineApi.MOMENT.at(sandbox), new ReadPastState(moment.millis()));
            checkLifetime(moment.millis(), past.at());
            show(past);
        } else {
            show(read());
        }
        return 0;
    }

    private void checkUsage() {
        if (width < NARROWEST || width > WIDEST) {
            throw usage("--width %d: expected a number from %d to %d".formatted(width, NARROWEST, WIDEST));
        }
        if (at != null && (from != null || to != null)) {
            throw usage("--at cannot be combined with --from and --to");
        }
        Long end = end();
        if (from != null && end != null && from.millis() >= end) {
            ZoneId zone = ZoneId.systemDefault();
            throw usage("--from must be before --to: it is %s, and --to is %s"
                    .formatted(TimelineTimes.full(from.millis(), zone), TimelineTimes.full(end, zone)));
        }
    }

    // The host agent answers with the nearest time at which the sandbox existed.
    private void checkLifetime(long asked, long nearest) {
        if (asked == nearest) {
            return;
        }
        ZoneId zone = ZoneId.systemDefault();
        String time = TimelineTimes.full(asked, zone);
        throw usage(
                asked < nearest
                        ? "--at %s: %s did not exist yet; expected a time since %s, when it was created"
                                .formatted(time, sandbox, TimelineTimes.full(nearest, zone))
                        : "--at %s is in the future; expected a time up to now".formatted(time));
    }

    // A time of day that is still to come today is taken for yesterday's. If that is before --from, the present is
    // meant.
    private @Nullable Long end() {
        if (to == null) {
            return null;
        }
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        ZonedDateTime given = Instant.ofEpochMilli(to.millis()).atZone(now.getZone());
        boolean comes = from != null
                && from.millis() >= to.millis()
                && given.toLocalDate().isBefore(now.toLocalDate())
                && given.plusDays(1).isAfter(now);
        return comes ? null : (Long) to.millis();
    }

    private ParameterException usage(String what) {
        return new ParameterException(spec().commandLine(), what);
    }

    private Timeline read() throws AgentException, InterruptedException {
        ReadTimeline request = new ReadTimeline(
                from == null ? null : (Long) from.millis(),
                end(),
                TimelineText.columns(width),
                json ? PROCESSES_IN_JSON : PROCESSES);
        return session().agent().call(TimelineApi.TIMELINE.at(sandbox), request);
    }

    private void show(Timeline timeline) {
        if (json) {
            session().json(timeline);
        } else {
            new TimelineText(timeline, width, ZoneId.systemDefault())
                    .lines()
                    .forEach(session().out()::println);
        }
    }

    private void show(PastState moment) {
        if (json) {
            session().json(moment);
        } else {
            new PastStateText(sandbox, moment, ZoneId.systemDefault()).print(session());
        }
    }
}
