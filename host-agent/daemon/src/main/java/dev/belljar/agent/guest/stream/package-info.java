/// Streams of the guest link: commands, connections and files, each limited by credit.
@NullMarked
package dev.belljar.agent.guest.stream;

import org.jspecify.annotations.NullMarked;
