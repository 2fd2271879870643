@NullMarked
package dev.belljar.agent.storage;

import org.jspecify.annotations.NullMarked;
