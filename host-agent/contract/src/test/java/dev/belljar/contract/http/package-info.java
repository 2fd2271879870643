@NullMarked
package dev.belljar.contract.http;

import org.jspecify.annotations.NullMarked;
