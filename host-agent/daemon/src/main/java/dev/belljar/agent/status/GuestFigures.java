package dev.belljar.agent.status;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The present processes of guests, for a request that is about other sandboxes too: a guest that does not answer must
/// not delay it for longer than a moment.
final class GuestFigures {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Map<String, CompletableFuture<List<GuestProcess>>> asked = new ConcurrentHashMap<>();

    /// The processes of this guest; none while it does not answer. A guest is asked again only after it answered.
    List<GuestProcess> of(SandboxRuntime sandbox) throws InterruptedException {
        CompletableFuture<List<GuestProcess>> answer = asked.computeIfAbsent(sandbox.id(), _ -> ask(sandbox));
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return List.of();
        }
    }

    private CompletableFuture<List<GuestProcess>> ask(SandboxRuntime sandbox) {
        CompletableFuture<List<GuestProcess>> answer = new CompletableFuture<>();
        CompletableFuture<List<GuestProcess>> _ = answer.whenComplete((_, _) -> asked.remove(sandbox.id(), answer));
        Thread.ofVirtual().name("figures " + sandbox.id()).start(() -> {
            try {
                answer.complete(sandbox.guest().processes());
            } catch (SandboxException | GuestException | InterruptedException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }
}
