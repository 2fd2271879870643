package dev.belljar.client.machine;

import dev.belljar.client.AgentException;
import java.util.concurrent.CompletableFuture;

/// Sends a slow request to a host agent while the test continues.
final class BackgroundRequest {
    private BackgroundRequest() {}

    interface Call<T> {
        T ask() throws AgentException, InterruptedException;
    }

    /// Sends the request on another thread; the result is the answer or the error.
    static <T> CompletableFuture<T> ask(Call<T> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("asks").start(() -> {
            try {
                answer.complete(call.ask());
            } catch (AgentException | InterruptedException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }
}
