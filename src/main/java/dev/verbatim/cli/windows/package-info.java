/**
 * What the commands need on Windows, which neither cuts nor deletes a mapped file: {@link
 * dev.verbatim.cli.windows.MappedFiles}.
 */
@NullMarked
package dev.verbatim.cli.windows;

import org.jspecify.annotations.NullMarked;
