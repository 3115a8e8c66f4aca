/**
 * Structs and variable-length records as text, and back: JSON lines and CSV of any layout, for logs, tests and tools.
 *
 * <ul>
 *   <li>{@link dev.verbatim.text.RecordText} spells the records of a layout, without the class of a DTO; its page has
 *       the table of how each kind of member is spelled. {@link dev.verbatim.text.CodecText} does so for the values of
 *       a codec.
 *   <li>{@link dev.verbatim.text.Json} and {@link dev.verbatim.text.Csv} are the two formats, {@link
 *       dev.verbatim.text.ByteText} the spelling of bytes; a {@link dev.verbatim.text.JsonNumber} is a number with all
 *       its digits, a {@link dev.verbatim.text.HalfFloat} one of half precision. {@code ValueText} is the spelling of
 *       single values, {@code UnsignedNumbers} that of numbers without a sign, which {@code MeantMembers} tells from
 *       others by their paths.
 *   <li>{@code RecordWriter} makes bytes of values, and {@code RowShape} spreads values over the cells of a row.
 *   <li>{@link dev.verbatim.text.MalformedTextException} says where a text is wrong.
 * </ul>
 *
 * <p>The command line prints and parses with this package.
 */
@NullMarked
package dev.verbatim.text;

import org.jspecify.annotations.NullMarked;
