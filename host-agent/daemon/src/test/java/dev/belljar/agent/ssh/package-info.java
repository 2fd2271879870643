/// Tests of ssh keys and of the texts for OpenSSH.
@NullMarked
package dev.belljar.agent.ssh;

import org.jspecify.annotations.NullMarked;
