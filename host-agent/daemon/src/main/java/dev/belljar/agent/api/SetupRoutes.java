package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.contract.operation.SetupApi;

/// The API's operations on the setup of environments in sandboxes.
final class SetupRoutes {
    private final SetupService setups;

    SetupRoutes(SetupService setups) {
        this.setups = setups;
    }

    void register(OperationRoutes routes) {
        routes.on(SetupApi.REPORT, (id, _) -> setups.report(id))
                .on(SetupApi.BEGIN, (id, _) -> setups.begin(id))
                .on(SetupApi.CANCEL, (id, _) -> setups.cancel(id));
    }
}
