/// The work in a sandbox that is not on the host yet, who wrote its files, and which states are compared.
@NullMarked
package dev.belljar.app.work;

import org.jspecify.annotations.NullMarked;
