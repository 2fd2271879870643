/// Describes the API in OpenAPI, from its operations, their records and the descriptions.
@NullMarked
package dev.belljar.agent.api.openapi;

import org.jspecify.annotations.NullMarked;
