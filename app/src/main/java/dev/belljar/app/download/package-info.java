/// Copies files of a sandbox into a folder of this computer.
@NullMarked
package dev.belljar.app.download;

import org.jspecify.annotations.NullMarked;
