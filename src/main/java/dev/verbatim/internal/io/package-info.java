/**
 * What files and queues share: input and output that an interrupt does not end, and calls under which nothing is
 * released. Exported to nobody.
 */
@NullMarked
package dev.verbatim.internal.io;

import org.jspecify.annotations.NullMarked;
