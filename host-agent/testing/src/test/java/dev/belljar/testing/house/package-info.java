/// Tests of all sources in the checkout: their words, their sizes and the sleeps in tests.
@NullMarked
package dev.belljar.testing.house;

import org.jspecify.annotations.NullMarked;
