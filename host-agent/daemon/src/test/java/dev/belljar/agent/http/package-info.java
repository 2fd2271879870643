@NullMarked
package dev.belljar.agent.http;

import org.jspecify.annotations.NullMarked;
