package dev.belljar.app.sandbox;

import dev.belljar.app.state.FxPulse;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.timeline.ReadPastState;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.view.timeline.PastState;
import java.time.Duration;
import java.util.Optional;

/// The history of one sandbox: the part of its timeline that a screen asks for, and the moment that the user has
/// selected, which several screens show. It requests only what it is asked for.
public final class TimelineWatch {
    private static final Duration PAUSE = Duration.ofMillis(60);

    private final AgentClient agent;
    private final String id;
    private final WatchedValue<TimelineState> timeline;
    private final WatchedValue<Optional<SelectedTime>> moment;
    private final NewestRequest<ReadTimeline> parts;
    private final NewestRequest<ReadPastState> moments;

    /// `id` is the sandbox's id.
    public TimelineWatch(AgentClient agent, FxPulse pulse, String id) {
        this.agent = agent;
        this.id = id;
        timeline = new WatchedValue<>(pulse, TimelineState.UNKNOWN);
        moment = new WatchedValue<>(pulse, Optional.empty());
        parts = new NewestRequest<>("belljar-timeline-" + id, PAUSE, this::readTimeline);
        moments = new NewestRequest<>("belljar-moment-" + id, PAUSE, this::readPastState);
    }

    /// The part of the timeline that was requested last.
    public WatchedValue<TimelineState> timeline() {
        return timeline;
    }

    /// The selected moment; empty while the screens show the present.
    public WatchedValue<Optional<SelectedTime>> moment() {
        return moment;
    }

    /// Requests a part of the timeline.
    public void request(ReadTimeline part) {
        parts.ask(part);
    }

    /// Selects a moment, milliseconds since the epoch, and reads what was going on then.
    public synchronized void select(long at) {
        moment.set(Optional.of(SelectedTime.unread(at)));
        moments.ask(new ReadPastState(at));
    }

    /// Shows the present again.
    public synchronized void clear() {
        moments.drop();
        moment.set(Optional.empty());
    }

    private void readTimeline(ReadTimeline part) throws InterruptedException {
        try {
            timeline.set(new TimelineState(agent.call(TimelineApi.TIMELINE.at(id), part), null));
        } catch (AgentException e) {
            timeline.set(new TimelineState(timeline.now().timeline(), e.problem()));
        }
    }

    private void readPastState(ReadPastState request) throws InterruptedException {
        SelectedTime read;
        try {
            PastState then = agent.call(TimelineApi.MOMENT.at(id), request);
            ListFlows opened = new ListFlows(SandboxReducer.FLOWS, request.at());
            FlowState flows = FlowViewReducer.state(agent.call(SandboxApi.FLOWS.at(id), opened));
            read = new SelectedTime(request.at(), then, flows, null);
        } catch (AgentException e) {
            read = new SelectedTime(request.at(), null, null, e.problem());
        }
        keep(read);
    }

    /// Keeps what was read, unless another moment was selected meanwhile, or none.
    private synchronized void keep(SelectedTime read) {
        if (moment.now().filter(now -> now.at() == read.at()).isPresent()) {
            moment.set(Optional.of(read));
        }
    }
}
