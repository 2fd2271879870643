/// Tests of the reducers.
@NullMarked
package dev.belljar.contract.reduce;

import org.jspecify.annotations.NullMarked;
