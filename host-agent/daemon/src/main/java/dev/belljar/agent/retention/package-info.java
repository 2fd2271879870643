/// How long machines run and stopped sandboxes are kept, and how much disk space they may use.
@NullMarked
package dev.belljar.agent.retention;

import org.jspecify.annotations.NullMarked;
