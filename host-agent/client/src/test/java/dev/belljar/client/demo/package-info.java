/// Tests of the demo's parts that need no host agent.
@NullMarked
package dev.belljar.client.demo;

import org.jspecify.annotations.NullMarked;
