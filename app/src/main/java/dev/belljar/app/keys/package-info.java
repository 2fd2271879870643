/// The SSH keys that can log in to a sandbox.
@NullMarked
package dev.belljar.app.keys;

import org.jspecify.annotations.NullMarked;
