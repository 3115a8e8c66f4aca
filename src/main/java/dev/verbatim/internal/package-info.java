/**
 * The packages within the library, its rooms, stand on a ladder: each may use those below it and none above it. {@code
 * LadderTest} checks that.
 *
 * <pre>
 *   internal.emissary   composition and delegation
 *   internal.codegen    writes hidden classes: codecs, variable-length codecs, views
 *   internal.bind       matches a DTO type or a view's interface to a layout
 *   internal.runtime    what generated code extends and calls
 *   internal.model      layouts, and the DTO types and views bound to them
 *
 *   internal.log        the storage engine under the queue and the map
 *   internal.io         what files and the log need of the JVM and of the operating system
 * </pre>
 *
 * <p>On top stand the public packages, and on these the command line, which uses nothing else. Each room has a page
 * that says who lives there and where to start.
 *
 * <p><b>How a codec is made.</b> {@code StructCodec.ofRecord} asks {@link dev.verbatim.internal.bind.Binder} for a
 * {@link dev.verbatim.internal.model.Binding} of the type to the layout, and {@link
 * dev.verbatim.internal.codegen.CodecGenerator} for a class that does what the binding says. That class extends {@link
 * dev.verbatim.internal.runtime.GeneratedCodec}. A variable-length codec, a view and an emissary are made in the same
 * way.
 *
 * <p><b>One model, many emitters.</b> The generators, the {@code .npy} header and the messages ask the
 * binding where a member lies and what it holds.
 *
 * <table class="striped">
 * <caption>Where to start</caption>
 * <thead><tr><th scope="col">to add</th><th scope="col">start at</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">a kind of member</th>
 *     <td>{@link dev.verbatim.internal.model.Value}; the compiler then lists the switches that have to know
 *     it</td></tr>
 * <tr><th scope="row">a conversion between a Java type and what a layout holds</th>
 *     <td>{@code ValueBinder} in {@code bind}, which says what type binds to what</td></tr>
 * <tr><th scope="row">a kind of segment</th>
 *     <td>{@code SegmentKinds} in {@code codegen}</td></tr>
 * <tr><th scope="row">an accessor of views</th>
 *     <td>{@code AccessorBinder} in {@code bind}, then {@code PlainAccessorEmitter} in {@code codegen}</td></tr>
 * <tr><th scope="row">an accessor of views that looks into a tail</th>
 *     <td>{@code TailAccessors} in {@code bind}, then {@code TailAccessorEmitter} in {@code codegen}, then {@code
 *     TailPart} in {@code runtime}</td></tr>
 * <tr><th scope="row">a field of the variable-length format</th>
 *     <td>{@link dev.verbatim.internal.model.VarDescriptor}</td></tr>
 * <tr><th scope="row">a field of one of the files of a queue or a map's log</th>
 *     <td>its descriptor in {@link dev.verbatim.internal.log}, such as {@code ControlDescriptor}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>No other module can name these packages when it is compiled.
 */
@NullMarked
package dev.verbatim.internal;

import org.jspecify.annotations.NullMarked;
