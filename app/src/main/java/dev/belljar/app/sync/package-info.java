/// When the work of a sandbox is fetched for review, and whether it is applied without one.
@NullMarked
package dev.belljar.app.sync;

import org.jspecify.annotations.NullMarked;
