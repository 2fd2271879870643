package dev.belljar.agent.api.http;

import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.RequestPlace;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Sandbox;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects the routes of the API from its operations and their handlers: reads and checks each request as its
/// operation defines it, asks whether the sandbox's state allows it, and writes the response.
public final class OperationRoutes {
    private static final int CREATED = 201;

    private final List<ApiRoute> routes = new ArrayList<>();
    private final StateGuard guard;

    public OperationRoutes(StateGuard guard) {
        this.guard = guard;
    }

    /// Carries out the operations that have at most one variable in their path.
    public <Q extends Record, A> OperationRoutes on(Operation<Q, A> operation, OperationHandler<Q, A> handler) {
        return onPath(operation, (path, request) -> handler.handle(path.isEmpty() ? "" : path.getFirst(), request));
    }

    /// Carries out an operation without a response.
    public <Q extends Record> OperationRoutes run(Operation<Q, Empty> operation, OperationAction<Q> action) {
        return on(operation, (id, request) -> {
            action.run(id, request);
            return Empty.NOTHING;
        });
    }

    /// Carries out an operation with any number of variables in its path.
    public <Q extends Record, A> OperationRoutes onPath(Operation<Q, A> operation, PathHandler<Q, A> handler) {
        routes.add(new ApiRoute(HandlerType.findOrCreate(operation.method().name()), operation.path(), context -> {
            List<String> path = path(operation, context);
            Q request = request(operation, context);
            if (!operation.inEveryState()) {
                guard.require(path.getFirst(), operation);
            }
            A answer = handler.handle(path, request);
            context.status(operation.status());
            if (operation.status() == CREATED && answer instanceof Sandbox made) {
                context.header("Location", "/sandboxes/" + made.id());
            }
            if (!Empty.NOTHING.equals(answer)) {
                HttpResponses.give(context, operation.status(), answer);
            }
        }));
        return this;
    }

    public List<ApiRoute> list() {
        return List.copyOf(routes);
    }

    private static List<String> path(Operation<?, ?> operation, Context context) throws ApiException {
        List<String> values = new ArrayList<>();
        for (String variable : operation.variables()) {
            values.add(RequestReader.id(context.pathParam(variable)));
        }
        return values;
    }

    private static <Q extends Record> Q request(Operation<Q, ?> operation, Context context) throws ApiException {
        if (operation.place() == RequestPlace.BODY) {
            return RequestReader.complete(RequestReader.body(context, operation));
        }
        try {
            Map<String, String> query = new LinkedHashMap<>();
            context.queryParamMap().forEach((name, values) -> query.put(name, values.getFirst()));
            return QueryReader.read(operation.request(), query);
        } catch (JsonFault e) {
            throw ApiException.invalid(String.valueOf(e.getMessage()));
        }
    }

    /// Refuses an operation that is not allowed in the present state of the sandbox.
    @FunctionalInterface
    public interface StateGuard {
        void require(String sandbox, Operation<?, ?> operation) throws BelljarException;
    }

    /// Carries out an operation that has no response.
    @FunctionalInterface
    public interface OperationAction<Q extends Record> {
        void run(String id, Q request) throws Exception;
    }

    /// Carries out an operation; `path` has the values of its path's variables.
    @FunctionalInterface
    public interface PathHandler<Q extends Record, A> {
        A handle(List<String> path, Q request) throws Exception;
    }
}
