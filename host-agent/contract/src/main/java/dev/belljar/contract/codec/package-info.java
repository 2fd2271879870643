/// The JSON codec and the TOML reader; the only package that uses Jackson.
@NullMarked
package dev.belljar.contract.codec;

import org.jspecify.annotations.NullMarked;
