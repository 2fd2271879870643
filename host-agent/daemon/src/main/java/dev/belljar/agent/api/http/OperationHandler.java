package dev.belljar.agent.api.http;

/// Carries out an operation of the API; `id` is the value of the first variable of its path, empty if it has none.
@FunctionalInterface
public interface OperationHandler<Q extends Record, A> {
    A handle(String id, Q request) throws Exception;
}
