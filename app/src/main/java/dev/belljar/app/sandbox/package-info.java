/// View states of one sandbox, computed in the background from its events: processes, flows, files and log.
@NullMarked
package dev.belljar.app.sandbox;

import org.jspecify.annotations.NullMarked;
