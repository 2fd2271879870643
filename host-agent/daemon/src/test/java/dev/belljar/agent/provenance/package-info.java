@NullMarked
package dev.belljar.agent.provenance;

import org.jspecify.annotations.NullMarked;
