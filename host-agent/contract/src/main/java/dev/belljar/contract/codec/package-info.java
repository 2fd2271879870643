/// The JSON codec; the only package that uses Jackson.
@NullMarked
package dev.belljar.contract.codec;

import org.jspecify.annotations.NullMarked;
