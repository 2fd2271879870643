/// Request bodies of the API, one record each, named in the imperative.
@NullMarked
package dev.belljar.contract.request;

import org.jspecify.annotations.NullMarked;
