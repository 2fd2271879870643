/// Jails: their policies for paths and system calls, and what runs in them.
@NullMarked
package dev.belljar.contract.jail;

import org.jspecify.annotations.NullMarked;
