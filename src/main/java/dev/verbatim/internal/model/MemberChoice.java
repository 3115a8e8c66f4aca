package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts something else in the place of one member, without moving any other: an alternative of a union for the union, or
 * padding. The member may be nested; its path is written as in messages, {@code header.kind} or {@code levels[].body}.
 */
public final class MemberChoice {

    private static final String OF_ELEMENTS = "[]";

    /** What stands in the place of a member, of the same size together. */
    private interface Replacement {

        /** The layouts for a member; null if the path does not mean this member. */
        @Nullable
        List<MemoryLayout> of(MemoryLayout member, String path);
    }

    private final StructLayout layout;
    private final String path;
    private final Replacement replacement;

    private MemberChoice(StructLayout layout, String path, Replacement replacement) {
        this.layout = layout;
        this.path = path;
        this.replacement = replacement;
    }

    /** {@return a struct with padding in the place of a member} */
    public static StructLayout withPadding(StructLayout layout, String path) {
        StructLayout chosen = new MemberChoice(
                        layout, path, (member, rest) -> rest.equals(name(member)) ? padding(member.byteSize()) : null)
                .apply();
        if (chosen == null) {
            throw new IllegalArgumentException("the layout has no member `" + path + "`; expected one of "
                    + LayoutMembers.rows(layout).stream()
                            .filter(row -> !row.inTail())
                            .map(LayoutMembers.Row::path)
                            .filter(name -> !name.isEmpty())
                            .collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    /** So much padding. There is none of no bytes. */
    private static List<MemoryLayout> padding(long byteSize) {
        return byteSize == 0 ? List.of() : List.of(MemoryLayout.paddingLayout(byteSize));
    }

    /**
     * {@return a struct with one alternative in the place of a union, and padding up to the union's size} It has the
     * union's name, or its own if the union has none.
     */
    public static StructLayout withAlternative(StructLayout layout, String path) {
        StructLayout chosen = new MemberChoice(layout, path, MemberChoice::alternative).apply();
        if (chosen == null) {
            throw new IllegalArgumentException("`" + path + "` is no alternative of a union in the layout; "
                    + expected(alternatives(layout, "").toList()));
        }
        return chosen;
    }

    private static String expected(List<String> alternatives) {
        List<String> remedies = new ArrayList<>();
        String named = alternatives.stream().filter(name -> !name.isEmpty()).collect(Collectors.joining(", "));
        if (!named.isEmpty()) {
            remedies.add("expected one of " + named);
        }
        if (alternatives.contains("")) {
            remedies.add("give an alternative without a name one by withName");
        }
        return remedies.isEmpty() ? "it has none" : String.join("; ", remedies);
    }

    /** The paths of the alternatives of unions, behind a prefix; an empty path for one that has no name. */
    private static Stream<String> alternatives(StructLayout struct, String prefix) {
        return LayoutMembers.of(struct).stream()
                .map(Element::layout)
                .filter(member -> VarLayouts.varRefElement(member) == null)
                .flatMap(member -> alternativesIn(member, prefix, name(member)));
    }

    private static Stream<String> alternativesIn(MemoryLayout member, String prefix, String name) {
        String behind = name.isEmpty() ? prefix : prefix + name + ".";
        return switch (member) {
            case UnionLayout union ->
                LayoutMembers.alternatives(union).stream()
                        .map(MemberChoice::name)
                        .map(alternative -> alternative.isEmpty() ? "" : behind + alternative);
            case StructLayout struct -> alternatives(struct, behind);
            case SequenceLayout sequence -> alternativesIn(LayoutMembers.element(sequence), prefix, name + OF_ELEMENTS);
            default -> Stream.empty();
        };
    }

    private static @Nullable List<MemoryLayout> alternative(MemoryLayout member, String path) {
        if (!(member instanceof UnionLayout union)) {
            return null;
        }
        String prefix = union.name().map(name -> name + ".").orElse("");
        for (MemoryLayout alternative : LayoutMembers.alternatives(union)) {
            if (!name(alternative).isEmpty() && path.equals(prefix + name(alternative))) {
                MemoryLayout named = union.name().map(alternative::withName).orElse(alternative);
                List<MemoryLayout> padding = padding(union.byteSize() - alternative.byteSize());
                return Stream.concat(Stream.of(named), padding.stream()).toList();
            }
        }
        return null;
    }

    /** The struct in which the member has been replaced; null if it has none of the path. */
    private @Nullable StructLayout apply() {
        return path.isEmpty() ? null : in(layout, path);
    }

    /** A struct in which the member has been replaced; null if it has none of this path. */
    private @Nullable StructLayout in(StructLayout struct, String rest) {
        List<MemoryLayout> members = new ArrayList<>();
        boolean isFound = false;
        for (Element element : LayoutMembers.of(struct)) {
            MemoryLayout member = element.layout();
            List<MemoryLayout> replaced = isFound ? null : replaced(member, rest);
            isFound |= replaced != null;
            members.addAll(replaced == null ? List.of(member) : replaced);
        }
        return isFound ? like(struct, MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new))) : null;
    }

    private @Nullable List<MemoryLayout> replaced(MemoryLayout member, String rest) {
        List<MemoryLayout> here = replacement.of(member, rest);
        if (here != null) {
            return here;
        }
        if (member instanceof StructLayout struct && name(struct).isEmpty()) {
            StructLayout nested = in(struct, rest); // as C has it, its members are those of the struct around it
            return nested == null ? null : List.of(nested);
        }
        if (member instanceof StructLayout struct && rest.startsWith(name(struct) + ".")) {
            StructLayout nested = in(struct, rest.substring(name(struct).length() + 1));
            return nested == null ? null : List.of(nested);
        }
        if (member instanceof SequenceLayout sequence && rest.startsWith(name(sequence) + OF_ELEMENTS + ".")) {
            MemoryLayout element = inElement(
                    sequence.elementLayout(), rest.substring(name(sequence).length() + 3));
            return element == null
                    ? null
                    : List.of(like(sequence, MemoryLayout.sequenceLayout(sequence.elementCount(), element)));
        }
        return null;
    }

    private @Nullable MemoryLayout inElement(MemoryLayout element, String rest) {
        if (element instanceof StructLayout struct) {
            return in(struct, rest);
        }
        if (element instanceof SequenceLayout row) {
            MemoryLayout inRow = inElement(row.elementLayout(), rest);
            return inRow == null ? null : like(row, MemoryLayout.sequenceLayout(row.elementCount(), inRow));
        }
        List<MemoryLayout> here = rest.isEmpty() ? null : replacement.of(element.withoutName(), rest);
        if (here == null) {
            return null;
        }
        MemoryLayout only = here.getFirst().withoutName();
        if (here.size() == 1) {
            return only.withByteAlignment(element.byteAlignment());
        }
        if (!(only instanceof StructLayout struct)) {
            throw new IllegalArgumentException("cannot choose `" + path + "` as the element of a sequence: it has "
                    + "byteSize=" + only.byteSize() + ", a union of the sequence has byteSize="
                    + element.byteSize() + "; make the alternative a struct");
        }
        List<MemoryLayout> members = new ArrayList<>();
        LayoutMembers.of(struct).forEach(member -> members.add(member.layout()));
        members.add(here.getLast());
        return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new))
                .withByteAlignment(element.byteAlignment());
    }

    /** A layout with the name and the alignment of another one. */
    @SuppressWarnings("unchecked") // these methods of a layout return one of its class
    private static <L extends MemoryLayout> L like(L original, L changed) {
        MemoryLayout aligned = changed.withByteAlignment(original.byteAlignment());
        return (L) original.name().map(aligned::withName).orElse(aligned);
    }

    private static String name(MemoryLayout member) {
        return member.name().orElse("");
    }
}
