package dev.belljar.agent.api.http;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;

/// One operation of the API: its method, its path and its handler.
public record ApiRoute(HandlerType method, String path, Handler handler) {}
