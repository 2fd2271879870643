/// The architecture and text rules of the window as tests.
@NullMarked
package dev.belljar.app.house;

import org.jspecify.annotations.NullMarked;
