/// Tests of the codec.
@NullMarked
package dev.belljar.contract.codec;

import org.jspecify.annotations.NullMarked;
