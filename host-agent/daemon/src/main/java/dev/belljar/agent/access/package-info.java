/// How a person reaches a machine: commands, terminals, SSH, ports and addresses.
@NullMarked
package dev.belljar.agent.access;

import org.jspecify.annotations.NullMarked;
