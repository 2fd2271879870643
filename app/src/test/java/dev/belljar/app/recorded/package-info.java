/// One afternoon of a made-up agent, the same every time: what pictures and tests are drawn from.
@NullMarked
package dev.belljar.app.recorded;

import org.jspecify.annotations.NullMarked;
