/// Tests of the dialog of a download.
@NullMarked
package dev.belljar.app.download;

import org.jspecify.annotations.NullMarked;
