/// Text for users: untrusted text made visible, and figures in words.
@NullMarked
package dev.belljar.contract.text;

import org.jspecify.annotations.NullMarked;
