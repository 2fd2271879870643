@NullMarked
package dev.belljar.client.console.agent;

import org.jspecify.annotations.NullMarked;
