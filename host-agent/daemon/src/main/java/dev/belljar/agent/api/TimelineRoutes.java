package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.status.TimelineService;
import dev.belljar.contract.operation.TimelineApi;

/// The API's operations on the history of a sandbox.
final class TimelineRoutes {
    private final TimelineService timelines;

    TimelineRoutes(ApiServices.SnapshotServices services) {
        this.timelines = services.timelines();
    }

    void register(OperationRoutes routes) {
        routes.on(TimelineApi.TIMELINE, timelines::timeline)
                .on(TimelineApi.MOMENT, timelines::moment)
                .on(TimelineApi.WRITTEN, timelines::written);
    }
}
