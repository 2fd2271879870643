/// Tests of the catalog.
@NullMarked
package dev.belljar.agent.catalog;

import org.jspecify.annotations.NullMarked;
