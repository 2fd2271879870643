/// Text a person is to read: what somebody else wrote, and figures.
@NullMarked
package dev.belljar.contract.text;

import org.jspecify.annotations.NullMarked;
