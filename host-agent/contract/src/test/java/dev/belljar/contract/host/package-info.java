@NullMarked
package dev.belljar.contract.host;

import org.jspecify.annotations.NullMarked;
