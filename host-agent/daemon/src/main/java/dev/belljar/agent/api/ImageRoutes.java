package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.status.HostService;
import dev.belljar.contract.operation.ImageApi;

/// The API's operations on imported images.
final class ImageRoutes {
    private final HostService host;

    ImageRoutes(HostService host) {
        this.host = host;
    }

    void register(OperationRoutes routes) {
        routes.on(ImageApi.LIST, (_, _) -> host.importedImages())
                .on(ImageApi.IMPORT, (_, request) -> host.importImage(request))
                .on(ImageApi.CANCEL, (_, _) -> host.cancelImport())
                .on(ImageApi.REMOVE, (_, request) -> host.removeImage(request));
    }
}
