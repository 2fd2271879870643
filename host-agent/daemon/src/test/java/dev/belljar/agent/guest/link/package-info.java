/// Tests of the guest link, against a scripted guest and against the real one.
@NullMarked
package dev.belljar.agent.guest.link;

import org.jspecify.annotations.NullMarked;
