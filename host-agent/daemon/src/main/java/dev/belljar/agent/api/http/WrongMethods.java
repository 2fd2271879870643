package dev.belljar.agent.api.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Answers requests whose path exists but does not have their method: with status 405, and the methods that it has.
public final class WrongMethods {
    private static final List<HandlerType> METHODS = List.of(
            HandlerType.GET,
            HandlerType.HEAD,
            HandlerType.POST,
            HandlerType.PUT,
            HandlerType.PATCH,
            HandlerType.DELETE,
            HandlerType.OPTIONS,
            HandlerType.TRACE);

    private WrongMethods() {}

    /// The routes for all methods that the paths of these routes do not have. They must be added after these routes.
    public static List<ApiRoute> of(List<ApiRoute> routes) {
        Map<String, Set<String>> methods = new TreeMap<>();
        for (ApiRoute route : routes) {
            methods.computeIfAbsent(route.path(), _ -> new TreeSet<>())
                    .add(route.method().name());
        }
        List<ApiRoute> refusing = new ArrayList<>();
        methods.forEach((path, allowed) -> METHODS.stream()
                .filter(method -> !allowed.contains(method.name()))
                .forEach(method -> refusing.add(new ApiRoute(method, path, context -> refuse(context, allowed)))));
        return refusing;
    }

    private static void refuse(Context context, Set<String> allowed) throws ApiException {
        context.header("Allow", String.join(", ", allowed));
        throw ApiException.wrongMethod(context, allowed.stream().collect(Collectors.joining(" or ")));
    }
}
