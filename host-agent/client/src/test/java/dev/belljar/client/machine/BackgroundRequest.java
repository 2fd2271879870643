package dev.belljar.client.machine;

import dev.belljar.client.AgentException;
import java.util.concurrent.CompletableFuture;

/// Asks a host agent for something that takes its time, while the test goes on.
final class BackgroundRequest {
    private BackgroundRequest() {}

    interface Question<T> {
        T ask() throws AgentException, InterruptedException;
    }

    /// The answer once it comes, or what went wrong.
    static <T> CompletableFuture<T> ask(Question<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("asks").start(() -> {
            try {
                answer.complete(question.ask());
            } catch (AgentException | InterruptedException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }
}
