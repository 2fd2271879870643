/// Tests of text for users.
@NullMarked
package dev.belljar.contract.text;

import org.jspecify.annotations.NullMarked;
