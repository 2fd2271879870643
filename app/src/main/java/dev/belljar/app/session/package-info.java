/// The connections of terminals to a sandbox or to this computer, and the order of what they receive and send; nothing
/// is drawn.
@NullMarked
package dev.belljar.app.session;

import org.jspecify.annotations.NullMarked;
