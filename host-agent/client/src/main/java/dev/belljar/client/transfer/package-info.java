/// Copies files between this computer and a sandbox, as tar archives whose contents are not trusted.
@NullMarked
package dev.belljar.client.transfer;

import org.jspecify.annotations.NullMarked;
