package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.RetentionOperations;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.sandbox.StorageTier;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The API's operations on the trash, on the tiers of stopped sandboxes, and on files that nothing needs any
/// more.
final class RetentionRoutes {
    private final RetentionOperations keeping;

    RetentionRoutes(RetentionOperations keeping) {
        this.keeping = keeping;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.post("/sandboxes/{id}/tier", this::pack),
                ApiRoute.get("/retention", c -> HttpResponses.give(c, 200, keeping.retention())),
                ApiRoute.post(
                        "/retention",
                        c -> HttpResponses.give(c, 200, keeping.retain(RequestReader.body(c, SetRetention.class)))),
                ApiRoute.delete("/retention", c -> HttpResponses.give(c, 200, keeping.retainAsUsual())),
                ApiRoute.get("/trash", c -> HttpResponses.give(c, 200, keeping.trash())),
                ApiRoute.post(
                        "/trash/{id}/restore",
                        c -> HttpResponses.give(c, 201, keeping.restore(RequestReader.sandbox(c)))),
                ApiRoute.delete("/trash/{id}", this::discard),
                ApiRoute.delete(
                        "/trash",
                        c -> HttpResponses.give(c, 200, keeping.empty(RequestReader.flag(c, "unsaved", false)))),
                ApiRoute.post(
                        "/gc",
                        c -> HttpResponses.give(c, 200, keeping.collect(RequestReader.flag(c, "dryRun", false)))));
    }

    private void pack(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        HttpResponses.give(
                context,
                200,
                keeping.pack(id, tier(context.queryParam("to")), RequestReader.flag(context, "dropMemory", false)));
    }

    private static StorageTier tier(@Nullable String word) throws ApiException {
        for (StorageTier tier : new StorageTier[] {StorageTier.WARM, StorageTier.COLD}) {
            if (tier.name().toLowerCase(Locale.ROOT).equals(word)) {
                return tier;
            }
        }
        throw ApiException.invalid("to: expected \"warm\" or \"cold\"");
    }

    private void discard(Context context) throws Exception {
        keeping.discard(RequestReader.sandbox(context));
        context.status(204);
    }
}
