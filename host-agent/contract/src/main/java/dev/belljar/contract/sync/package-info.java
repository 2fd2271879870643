/// When a sandbox's work is fetched for review by itself, and whether work waits.
@NullMarked
package dev.belljar.contract.sync;

import org.jspecify.annotations.NullMarked;
