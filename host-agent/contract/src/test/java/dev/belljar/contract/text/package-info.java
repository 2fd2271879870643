/// Tests of what foreign text becomes.
@NullMarked
package dev.belljar.contract.text;

import org.jspecify.annotations.NullMarked;
