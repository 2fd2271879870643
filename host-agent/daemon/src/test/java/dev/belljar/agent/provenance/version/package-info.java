@NullMarked
package dev.belljar.agent.provenance.version;

import org.jspecify.annotations.NullMarked;
