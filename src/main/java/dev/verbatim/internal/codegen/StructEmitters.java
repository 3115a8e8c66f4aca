package dev.verbatim.internal.codegen;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The emitters of a generated class: one for each kind of segment and each struct that has an offset of its own. */
final class StructEmitters {

    private final HiddenClass target;
    private final boolean inVarRecords;
    private final IdentityHashMap<Binding<?>, Unit> units = new IdentityHashMap<>();

    private final IdentityHashMap<@Nullable Kind, SequenceEmitter> sequences = new IdentityHashMap<>();

    /** The emitters of one struct, and what they share. */
    private record Unit(SegmentAccess access, String suffix, IdentityHashMap<@Nullable Kind, StructEmitter> byKind) {

        Unit(Binding<?> struct, String suffix) {
            this(new SegmentAccess(struct.byteSize(), MethodLimits.values(struct)), suffix, new IdentityHashMap<>());
        }
    }

    StructEmitters(HiddenClass target) {
        this(target, false);
    }

    private StructEmitters(HiddenClass target, boolean inVarRecords) {
        this.target = target;
        this.inVarRecords = inVarRecords;
    }

    /**
     * The emitters of structs in variable-length records, whose bytes a {@link dev.verbatim.internal.runtime.VarBuffer}
     * holds.
     */
    static StructEmitters inVarRecords(HiddenClass target) {
        return new StructEmitters(target, true);
    }

    boolean areInVarRecords() {
        return inVarRecords;
    }

    /** The emitter of texts, arrays and lists. */
    SequenceEmitter sequences(@Nullable Kind kind) {
        SequenceEmitter emitter = sequences.get(kind);
        if (emitter == null) {
            emitter = new SequenceEmitter(this, kind);
            sequences.put(kind, emitter);
        }
        return emitter;
    }

    /**
     * The emitter of a struct: of the outermost one, or of an element of a sequence.
     *
     * @param kind the kind of segment, {@code null} for any
     */
    StructEmitter of(Binding<?> struct, @Nullable Kind kind) {
        Unit unit = units.get(struct);
        if (unit == null) {
            unit = new Unit(struct, units.isEmpty() ? "" : Integer.toString(units.size()));
            units.put(struct, unit);
        }
        StructEmitter emitter = unit.byKind.get(kind);
        if (emitter == null) {
            emitter = new StructEmitter(target, this, struct, kind, unit.access, unit.suffix);
            unit.byKind.put(kind, emitter);
        }
        return emitter;
    }
}
