/// The house rules of the client and the command line as tests.
@NullMarked
package dev.belljar.client.house;

import org.jspecify.annotations.NullMarked;
