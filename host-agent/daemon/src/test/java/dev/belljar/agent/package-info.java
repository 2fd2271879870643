/// Tests of the whole host agent: architecture rules, fatal errors and load.
@NullMarked
package dev.belljar.agent;

import org.jspecify.annotations.NullMarked;
