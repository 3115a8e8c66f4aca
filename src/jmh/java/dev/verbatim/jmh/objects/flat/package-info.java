/**
 * FlatBuffers' tables and structs, as far as they are used, as flatc 25.2.10 generates them. They are written by hand
 * because flatc is a native program, which no Maven repository has.
 *
 * <pre>{@code
 * table SampleTable { id:long; values:[long]; text:string; note:string; }
 *
 * struct MarketDataStruct {
 *   securityId:long; time:long;
 *   bidQty0:double; bidQty1:double; bidQty2:double; bidQty3:double;
 *   askQty0:double; askQty1:double; askQty2:double; askQty3:double;
 *   bidPrice0:double; bidPrice1:double; bidPrice2:double; bidPrice3:double;
 *   askPrice0:double; askPrice1:double; askPrice2:double; askPrice3:double;
 * }
 * table MarketDataTable { data:MarketDataStruct; }
 * }</pre>
 *
 * <p>One thing differs from flatc: {@code getRootAs} does not set the buffer's byte order again, which the builder has
 * set.
 */
package dev.verbatim.jmh.objects.flat;
