package dev.verbatim.internal.codegen;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.POP;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a class in the making remembers of its methods. */
class HiddenClassTest {

    private static final String TAKES_SEGMENT = "(" + Code.SEGMENT + ")V";
    private static final String TAKES_SEGMENT_AND_COUNT = "(" + Code.SEGMENT + "I)V";

    private final HiddenClass type = new HiddenClass(lookup(), "Overloaded", Object.class);

    /** Entered with a fence made, as each private method that takes a segment. */
    private Code begin(String name, String descriptor) {
        return type.method(ACC_PRIVATE | ACC_STATIC, name, descriptor);
    }

    private void addOneThatDoesNotAllocate() {
        begin("step", TAKES_SEGMENT).returnAndEnd();
    }

    private void addOneThatAllocates() {
        Code code = begin("step", TAKES_SEGMENT_AND_COUNT);
        code.iload(1);
        code.newArray(long.class);
        code.insn(POP);
        code.returnAndEnd();
    }

    /** The two have one name, and either may have been written first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFenceComesAfterTheOverloadThatAllocatesAndNotAfterTheOther(boolean allocatingFirst) {
        if (allocatingFirst) {
            addOneThatAllocates();
            addOneThatDoesNotAllocate();
        } else {
            addOneThatDoesNotAllocate();
            addOneThatAllocates();
        }
        Code caller = begin("caller", TAKES_SEGMENT);
        caller.aload(0);
        caller.callOwn("step", TAKES_SEGMENT);
        caller.fences().make();
        caller.aload(0);
        caller.push(1);
        caller.callOwn("step", TAKES_SEGMENT_AND_COUNT);
        caller.fences().make();
        caller.returnAndEnd();

        assertEquals(
                List.of("step" + TAKES_SEGMENT, "step" + TAKES_SEGMENT_AND_COUNT, "acquireFence()V"), calls("caller"));
    }

    /** {@return what a method calls, in this order} */
    private List<String> calls(String caller) {
        List<String> calls = new ArrayList<>();
        new ClassReader(type.toByteArray())
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return name.equals(caller) ? new CallReader(calls) : null;
                            }
                        },
                        0);
        return calls;
    }

    private static final class CallReader extends MethodVisitor {

        private final List<String> calls;

        CallReader(List<String> calls) {
            super(Opcodes.ASM9);
            this.calls = calls;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            calls.add(name + descriptor);
        }
    }
}
