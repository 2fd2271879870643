/// The whole of Belljar on real machines: a host agent of the test's own in a process of its own, talked to as
/// everybody does.
@NullMarked
package dev.belljar.client.machine;

import org.jspecify.annotations.NullMarked;
