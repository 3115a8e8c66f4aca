package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.runtime.GeneratedView;
import dev.verbatim.internal.runtime.TailText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * The objects that a view hands out again at each call of an accessor, pointed elsewhere: one for each accessor, made
 * at its first call.
 */
final class ReusedObjects {

    private final HiddenClass target;

    /**
     * The nested views by interface and layout, and by the path if that decides on conversions: accessors of the same
     * share one class.
     */
    private final Map<List<Object>, GeneratedView> prototypes = new HashMap<>();

    ReusedObjects(HiddenClass target) {
        this.target = target;
    }

    /** Stores an accessor's nested view in a new local variable, whose number is returned. */
    int view(AccessorFrame frame, ViewBinding<?> nested) {
        return object(frame, GeneratedView.class, () -> {
            Code code = frame.code();
            code.constant(
                    GeneratedView.class,
                    prototypes.computeIfAbsent(
                            List.of(nested.type(), nested.layout().withoutName(), nested.pathOfConversions()),
                            _ -> ViewGenerator.prototype(nested)));
            code.call(GeneratedView.class, "newView");
        });
    }

    /** Stores an accessor's text in a new local variable, whose number is returned. */
    int text(AccessorFrame frame) {
        return object(frame, TailText.class, () -> {
            frame.code().newObject(TailText.class);
            frame.code().construct(TailText.class);
        });
    }

    private int object(AccessorFrame frame, Class<?> type, Runnable create) {
        Code code = frame.code();
        String field = "reused" + frame.number();
        String descriptor = Type.getDescriptor(type);
        target.field(ACC_PRIVATE, field, descriptor);
        Label exists = new Label();
        code.aload(0);
        code.ownField(GETFIELD, field, descriptor);
        int object = code.storeNew(Type.getType(type));
        code.aload(object);
        code.jump(IFNONNULL, exists);
        create.run();
        code.store(Type.getType(type), object);
        code.aload(0);
        code.aload(object);
        code.ownField(PUTFIELD, field, descriptor);
        code.fences().make();
        code.label(exists);
        return object;
    }
}
