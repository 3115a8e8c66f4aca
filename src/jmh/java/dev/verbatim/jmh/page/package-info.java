/** What the pages of {@code ./verbatim bench} and {@code ./verbatim latency} have in common. */
package dev.verbatim.jmh.page;
