/// Tests of the guest image, including interrupted builds.
@NullMarked
package dev.belljar.agent.image;

import org.jspecify.annotations.NullMarked;
