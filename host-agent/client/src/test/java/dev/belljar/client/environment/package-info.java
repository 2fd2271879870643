/// Tests of what is found in projects.
@NullMarked
package dev.belljar.client.environment;

import org.jspecify.annotations.NullMarked;
