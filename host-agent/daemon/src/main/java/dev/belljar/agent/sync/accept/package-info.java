/// Reviews the fetched work, and puts what was accepted on a branch of the project.
@NullMarked
package dev.belljar.agent.sync.accept;

import org.jspecify.annotations.NullMarked;
