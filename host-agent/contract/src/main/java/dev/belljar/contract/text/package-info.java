/// Text that somebody else wrote and a person is to read.
@NullMarked
package dev.belljar.contract.text;

import org.jspecify.annotations.NullMarked;
