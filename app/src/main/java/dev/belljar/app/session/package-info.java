/// The connections of terminals to a sandbox or to this computer, and the order of their input and output, without
/// drawing.
@NullMarked
package dev.belljar.app.session;

import org.jspecify.annotations.NullMarked;
