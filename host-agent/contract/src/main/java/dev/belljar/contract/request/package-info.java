/// What is wanted: one record per request body of the API, in the imperative.
@NullMarked
package dev.belljar.contract.request;

import org.jspecify.annotations.NullMarked;
