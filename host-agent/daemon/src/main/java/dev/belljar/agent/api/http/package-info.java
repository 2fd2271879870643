/// Requests to the API and its responses: who may send requests, how values are read, and how errors are reported.
@NullMarked
package dev.belljar.agent.api.http;

import org.jspecify.annotations.NullMarked;
