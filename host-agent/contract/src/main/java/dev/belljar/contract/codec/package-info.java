/// The one JSON codec; the only place that knows Jackson.
@NullMarked
package dev.belljar.contract.codec;

import org.jspecify.annotations.NullMarked;
