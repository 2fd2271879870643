package dev.belljar.agent.api;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;

/// One operation of the API: its method, its path and its handler.
record ApiRoute(HandlerType method, String path, Handler handler) {
    static ApiRoute get(String path, Handler handler) {
        return new ApiRoute(HandlerType.GET, path, handler);
    }

    static ApiRoute post(String path, Handler handler) {
        return new ApiRoute(HandlerType.POST, path, handler);
    }

    static ApiRoute put(String path, Handler handler) {
        return new ApiRoute(HandlerType.PUT, path, handler);
    }

    static ApiRoute delete(String path, Handler handler) {
        return new ApiRoute(HandlerType.DELETE, path, handler);
    }
}
