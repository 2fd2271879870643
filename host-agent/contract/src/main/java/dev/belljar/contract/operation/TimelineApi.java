package dev.belljar.contract.operation;

import dev.belljar.contract.request.timeline.ReadPastState;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.WrittenFiles;

/// The operations on the history of a sandbox.
public final class TimelineApi {
    public static final Operation<ReadTimeline, Timeline> TIMELINE = Operation.get(
                    "timeline", "/sandboxes/{id}/timeline")
            .about("Returns what happened in a sandbox during a period, on one time axis.", "The timeline.")
            .query(ReadTimeline.class)
            .answers(Timeline.class);

    public static final Operation<ReadPastState, PastState> MOMENT = Operation.get(
                    "moment", "/sandboxes/{id}/timeline/moment")
            .about("Returns the state of a sandbox at one time.", "The state at that time.")
            .query(ReadPastState.class)
            .answers(PastState.class);

    public static final Operation<ReadPastState, WrittenFiles> WRITTEN = Operation.get(
                    "writtenFiles", "/sandboxes/{id}/timeline/files")
            .about(
                    "Returns which files in the workspace were written up to a given time, and which after it.",
                    "The files, most recently written first.")
            .query(ReadPastState.class)
            .answers(WrittenFiles.class);

    private TimelineApi() {}
}
