/**
 * What generated classes call while they run.
 *
 * <p>Generated classes live in the user's module. This package is exported to that module at run time, by the generator, and to
 * nobody at compile time.
 */
@NullMarked
package dev.verbatim.internal.runtime;

import org.jspecify.annotations.NullMarked;
