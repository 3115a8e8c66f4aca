/**
 * The self-test of {@code ./verbatim selftest}.
 *
 * <p>{@link dev.verbatim.cli.selftest.SelfTest} runs its parts in turn, and prints a line about each. {@link
 * dev.verbatim.cli.selftest.MemoryChecks} writes {@link dev.verbatim.cli.selftest.Everything}, {@link
 * dev.verbatim.cli.selftest.Converted}, {@link dev.verbatim.cli.selftest.Message} and more to each {@link
 * dev.verbatim.cli.selftest.Place}, by one {@link dev.verbatim.cli.selftest.Check} each. {@link
 * dev.verbatim.cli.selftest.FileChecks} does so with a file, a queue and a map. {@link
 * dev.verbatim.cli.selftest.KillCheck} kills a process that runs {@link dev.verbatim.cli.selftest.KilledProgram}. All
 * bytes are compared with {@link dev.verbatim.cli.selftest.Golden} ones; the first {@link
 * dev.verbatim.cli.selftest.Difference} ends the test.
 */
@NullMarked
package dev.verbatim.cli.selftest;

import org.jspecify.annotations.NullMarked;
