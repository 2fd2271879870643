package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.Keeping;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.sandbox.Tier;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What can be asked of the trash, of sleeping machines, and of what nothing needs.
final class KeepingRoutes {
    private final Keeping keeping;

    KeepingRoutes(Keeping keeping) {
        this.keeping = keeping;
    }

    List<Route> list() {
        return List.of(
                Route.post("/sandboxes/{id}/tier", this::pack),
                Route.get("/retention", c -> Answers.give(c, 200, keeping.retention())),
                Route.post(
                        "/retention", c -> Answers.give(c, 200, keeping.retain(Requests.body(c, SetRetention.class)))),
                Route.delete("/retention", c -> Answers.give(c, 200, keeping.retainAsUsual())),
                Route.get("/trash", c -> Answers.give(c, 200, keeping.trash())),
                Route.post("/trash/{id}/restore", c -> Answers.give(c, 201, keeping.restore(Requests.sandbox(c)))),
                Route.delete("/trash/{id}", this::discard),
                Route.delete("/trash", c -> Answers.give(c, 200, keeping.empty(Requests.flag(c, "unsaved", false)))),
                Route.post("/gc", c -> Answers.give(c, 200, keeping.collect(Requests.flag(c, "dryRun", false)))));
    }

    private void pack(Context context) throws Exception {
        String id = Requests.sandbox(context);
        Answers.give(
                context,
                200,
                keeping.pack(id, tier(context.queryParam("to")), Requests.flag(context, "dropMemory", false)));
    }

    private static Tier tier(@Nullable String word) throws ApiException {
        for (Tier tier : new Tier[] {Tier.WARM, Tier.COLD}) {
            if (tier.name().toLowerCase(Locale.ROOT).equals(word)) {
                return tier;
            }
        }
        throw ApiException.invalid("to: expected warm or cold");
    }

    private void discard(Context context) throws Exception {
        keeping.discard(Requests.sandbox(context));
        context.status(204);
    }
}
