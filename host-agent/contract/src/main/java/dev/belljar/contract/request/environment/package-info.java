/// The requests about the environments of projects.
@NullMarked
package dev.belljar.contract.request.environment;

import org.jspecify.annotations.NullMarked;
