/// Tests of all of Belljar on real machines: with a separate host agent process, used through its API and the
/// command line.
@NullMarked
package dev.belljar.client.machine;

import org.jspecify.annotations.NullMarked;
