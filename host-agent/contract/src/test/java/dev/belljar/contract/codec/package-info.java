/// What the codec promises.
@NullMarked
package dev.belljar.contract.codec;

import org.jspecify.annotations.NullMarked;
