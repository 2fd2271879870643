/// The plan of a jail: a value that says exactly what `belljar-jail` does, its checks and its binary form.
@NullMarked
package dev.belljar.agent.jail.plan;

import org.jspecify.annotations.NullMarked;
