/// Requests and answers of the API: who may ask, how values are read, and how errors are reported.
@NullMarked
package dev.belljar.agent.api.http;

import org.jspecify.annotations.NullMarked;
