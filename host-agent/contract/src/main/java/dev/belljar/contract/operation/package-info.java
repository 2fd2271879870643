/// The operations of the host agent's API, each defined once: its method, path, request and response. The server, the
/// clients and the API description are made from these definitions.
@NullMarked
package dev.belljar.contract.operation;

import org.jspecify.annotations.NullMarked;
