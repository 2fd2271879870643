package dev.belljar.agent.api;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;

/// One operation of the API: its method, its path and its handler.
record ApiRoute(HandlerType method, String path, Handler handler) {}
