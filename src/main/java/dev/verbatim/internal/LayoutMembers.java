package dev.verbatim.internal;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The walk over a struct layout: the only place that adds up offsets. */
public final class LayoutMembers {

    /**
     * One element of a struct layout, padding included.
     *
     * @param offset where it starts, in bytes from the start of the struct
     * @param layout the element
     */
    public record Element(long offset, MemoryLayout layout) {

        /** {@return whether this is padding} */
        public boolean isPadding() {
            return layout instanceof PaddingLayout;
        }

        /** {@return the element's name, or the empty string} */
        public String name() {
            return layout.name().orElse("");
        }

        /** {@return what a message calls this element: its name, or its offset where it has none} */
        public String path() {
            return name().isEmpty() ? "offset " + offset : name();
        }

        /** {@return the element's type in words, with its byte order where that matters} */
        public String typeName() {
            return switch (layout) {
                case ValueLayout value -> value.carrier().getSimpleName()
                        + (value.byteSize() > 1 && value.order() == ByteOrder.BIG_ENDIAN ? " (big-endian)" : "");
                case PaddingLayout _ -> "padding";
                case SequenceLayout sequence -> "sequence of " + sequence.elementCount();
                case StructLayout _ -> "struct";
                case UnionLayout _ -> "union";
            };
        }

        /** {@return the element with its type, size and offset, as messages name it} */
        public String describe() {
            return typeName() + " (byteSize=" + layout.byteSize() + ", offset=" + offset + ")";
        }

        /** {@return the element with its name, type, size and offset, as messages name it} */
        public String describeWithName() {
            return "`" + path() + "`, " + describe();
        }
    }

    private LayoutMembers() {}

    /** {@return the elements of a struct, in order of their offsets} */
    public static List<Element> of(StructLayout layout) {
        List<Element> elements = new ArrayList<>();
        long offset = 0;
        for (MemoryLayout element : layout.memberLayouts()) {
            elements.add(new Element(offset, element));
            offset += element.byteSize();
        }
        return elements;
    }
}
