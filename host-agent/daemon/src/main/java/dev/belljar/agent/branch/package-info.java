/// Takes snapshots of running machines and starts branches from them.
@NullMarked
package dev.belljar.agent.branch;

import org.jspecify.annotations.NullMarked;
