/// Tests of copies between this computer and a sandbox.
@NullMarked
package dev.belljar.client.transfer;

import org.jspecify.annotations.NullMarked;
