package dev.verbatim.internal.codegen;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.CodeRange;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.TaggedBinding;
import dev.verbatim.internal.model.TaggedBinding.Alternative;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The alternatives of a tagged codec that is being made, and what is wrong with them.
 *
 * @param <T> the type of all values
 * @param <C> the type of their codecs
 */
final class TaggedAlternatives<T, C> {

    private final Class<T> type;
    private final ValueLayout tag;
    private final long tagOffset;
    private final List<Alternative<C>> alternatives = new ArrayList<>();

    /** What the members of alternatives are bound to. */
    private final Map<C, Binding<?>> bindings = new HashMap<>();

    /**
     * Begins without any.
     *
     * @param type the type of all values
     * @param tag the layout of the tag
     * @param tagOffset where the tag is, in bytes from the start of each value
     * @param headerSize how many bytes each value begins with where no tag can be
     * @param maxSize how many bytes a value has at most
     */
    TaggedAlternatives(Class<T> type, ValueLayout tag, long tagOffset, long headerSize, long maxSize) {
        this.type = Objects.requireNonNull(type, "type");
        this.tag = Objects.requireNonNull(tag, "tag");
        this.tagOffset = tagOffset;
        if (!CodeRange.isCarrier(tag.carrier())) {
            throw new IllegalArgumentException("expected a tag of JAVA_BYTE, JAVA_SHORT, JAVA_CHAR or JAVA_INT, found "
                    + tag.carrier().getSimpleName());
        }
        long last = maxSize - tag.byteSize();
        if (tagOffset < headerSize || tagOffset > last) {
            throw new IllegalArgumentException("expected a tagOffset from " + headerSize
                    + (headerSize > 0 ? ", behind the header of a variable-length record," : "") + " to " + last
                    + ", found " + tagOffset);
        }
    }

    static <C> C requireCodec(@Nullable C codec, int tag) {
        return Objects.requireNonNull(
                codec,
                () -> "codec of tag=" + tag + " is null; if it is a static field, its class was initialised"
                        + " first, and waits for the interface that makes this codec; move what the class takes from"
                        + " the interface, such as a layout, to a class of its own, and if the interface has a default"
                        + " method, the tagged codec too");
    }

    /**
     * Adds one.
     *
     * @param binding what its members are bound to
     */
    void add(Alternative<C> alternative, Binding<?> binding) {
        alternatives.add(alternative);
        bindings.put(alternative.codec(), binding);
    }

    /**
     * {@return all of them}
     *
     * @throws LayoutMismatchException if there is anything wrong with them
     */
    TaggedBinding<T, C> toBinding() {
        List<String> mismatches =
                Stream.concat(ofAlternatives(), ofPermitted(type)).toList();
        if (!mismatches.isEmpty()) {
            throw new LayoutMismatchException("cannot make a tagged codec of " + type.getName(), mismatches);
        }
        return new TaggedBinding<>(
                type,
                tag,
                tagOffset,
                range(),
                alternatives.stream()
                        .sorted(Comparator.comparingInt(Alternative::tag))
                        .toList());
    }

    private CodeRange range() {
        return CodeRange.of(tag.carrier(), alternatives.stream().mapToInt(Alternative::tag));
    }

    private Stream<String> ofAlternatives() {
        List<String> mismatches = new ArrayList<>();
        CodeRange range = range();
        Map<Integer, String> byTag = new HashMap<>();
        Map<Class<?>, Integer> byType = new HashMap<>();
        for (Alternative<C> alternative : alternatives) {
            String name = alternative.type().getName();
            mismatches.addAll(of(alternative, name, range));
            String sameTag = byTag.put(alternative.tag(), name);
            if (sameTag != null) {
                mismatches.add(name + ": has tag=" + alternative.tag() + ", and so has " + sameTag
                        + "; give each a tag of its own");
            }
            Integer sameType = byType.put(alternative.type(), alternative.tag());
            if (sameType != null) {
                mismatches.add(name + ": has two tags, " + sameType + " and " + alternative.tag()
                        + ", and a value would not say which to write; make two types");
            }
        }
        if (alternatives.isEmpty()) {
            mismatches.add(type.getName() + ": there is no alternative; add each type by `with(tag, codec)`");
        }
        return mismatches.stream();
    }

    private List<String> of(Alternative<C> alternative, String name, CodeRange range) {
        List<String> mismatches = new ArrayList<>();
        if (Modifier.isAbstract(alternative.type().getModifiers())
                && !alternative.type().isArray()) {
            mismatches.add(name + ": is abstract, and a value says by its class which alternative it is; make it the"
                    + " codec of that class");
        }
        if (!range.has(alternative.tag())) {
            String carrier = tag.carrier().getSimpleName();
            mismatches.add(name + ": tag=" + alternative.tag() + " is no "
                    + (range.isUnsigned() ? "unsigned " + carrier + ", and another tag is one" : carrier)
                    + "; expected tags " + range.expected());
        }
        long end = tagOffset + tag.byteSize();
        Binding<?> binding = Objects.requireNonNull(bindings.get(alternative.codec()));
        if (alternative.layout().byteSize() < end) {
            mismatches.add(name + ": the layout has byteSize="
                    + alternative.layout().byteSize() + "; make it one of " + end
                    + " bytes or more, with padding for the tag at offset=" + tagOffset);
        } else if (ofConverted(mismatches, binding, 0, name, "")) {
            return mismatches; // the member may have padding there already
        } else if (!LayoutMembers.isPadding(alternative.layout(), tagOffset, end)) {
            mismatches.add(name + ": the layout has a member where the tag is, at offsets " + tagOffset + " to "
                    + (end - 1) + "; make it padding with Layouts.withPadding, and remove it from the type");
        }
        return mismatches;
    }

    /** The struct that a member is; null if it is none, or one that only its conversion knows. */
    private static @Nullable Binding<?> structOf(Value value) {
        return switch (value) {
            case Value.Struct(Binding<?> binding) -> binding;
            case Value.StructWithTail(Binding<?> binding) -> binding;
            case Value.ConvertedBytes converted -> converted.struct();
            default -> null;
        };
    }

    /**
     * Looks for a struct or union where the tag is that a conversion of bytes makes. It writes all of them, also where
     * the layout has padding: the tag of a nested tagged codec, for instance.
     *
     * @return whether there is one
     */
    private boolean ofConverted(List<String> mismatches, Binding<?> binding, long start, String name, String prefix) {
        long end = tagOffset + tag.byteSize();
        boolean found = false;
        for (Member member : binding.members()) {
            long offset = start + member.offset();
            Binding<?> nested = structOf(member.value());
            if (nested != null) {
                found |= ofConverted(mismatches, nested, offset, name, prefix + member.name() + ".");
            } else if (member.value() instanceof Value.ConvertedBytes converted
                    && converted.layout() instanceof GroupLayout
                    && offset < end
                    && tagOffset < offset + converted.byteSize()) {
                mismatches.add(name + ": the tag at offsets " + tagOffset + " to " + (end - 1)
                        + " lies in the member `" + prefix + member.name() + "`, at offsets " + offset + " to "
                        + (offset + converted.byteSize() - 1)
                        + ", where a conversion writes all bytes, also where the layout has padding; move the tag or"
                        + " the member, so that they do not overlap");
                found = true;
            }
        }
        return found;
    }

    /** What is missing for a type whose values are written. */
    private Stream<String> ofPermitted(Class<?> permitted) {
        Stream<String> subclasses = permitted.isSealed() && !permitted.isEnum() // sealed if constants have bodies
                ? Stream.of(permitted.getPermittedSubclasses()).flatMap(this::ofPermitted)
                : Stream.empty();
        boolean isMissing = permitted != type
                && !(permitted.isSealed() && !permitted.isEnum() && Modifier.isAbstract(permitted.getModifiers()))
                && alternatives.stream().noneMatch(alternative -> alternative.type() == permitted);
        return isMissing
                ? Stream.concat(
                        Stream.of(permitted.getName() + ": is permitted by " + type.getName()
                                + ", but there is no alternative for it; "
                                + remedy(permitted)),
                        subclasses)
                : subclasses;
    }

    private static String remedy(Class<?> withoutAlternative) {
        if (withoutAlternative.isEnum()) {
            return "permit a record that has it in its place, as an enum has no codec of its own";
        }
        return Modifier.isAbstract(withoutAlternative.getModifiers())
                ? "make it sealed, so that its classes are known"
                : "add one by `with(tag, codec)`";
    }
}
