/// The main job on the sample project, each step proved by what was observed.
@NullMarked
package dev.belljar.client.demo;

import org.jspecify.annotations.NullMarked;
