package dev.verbatim.internal.codegen;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Follows every path through the code of a generated codec or view, and finds accesses to segments before which
 * something may have been allocated since the last fence, and accessors of views that return without one behind what
 * they have allocated: the next accessor relies on it. It knows nothing of how the generator places the fences. Methods for
 * segments on the heap are left out. Those for segments that no other thread can close need no fences, but may be
 * called only where a branch has told such segments apart.
 */
final class FenceAnalysis {

    private static final String SEGMENT = "Ljava/lang/foreign/MemorySegment;";

    /** Calls that allocate nothing. */
    private static final Set<String> HARMLESS = Set.of(
            "java/lang/Object.getClass",
            "java/lang/Enum.ordinal",
            "java/util/Objects.checkIndex",
            "java/lang/foreign/MemorySegment.isAccessibleBy",
            "java/lang/foreign/MemorySegment.isReadOnly",
            "java/lang/foreign/MemorySegment.scope",
            "dev/verbatim/internal/runtime/DtoEnums.constant");

    /** What an instruction is to this analysis. */
    private enum Kind {
        OTHER,
        ALLOCATION,
        FENCE,
        ACCESS,
        OWN_CALL,
        JUMP,
        BRANCH,
        /** A branch for segments that no other thread can close. They need no fence. */
        BRANCH_UNLESS_CLOSABLE,
        /** A branch for segments that are of another kind than one on the heap. */
        BRANCH_UNLESS_HEAP,
        END
    }

    /** What is known at a place, the least first. */
    private enum State {
        UNFENCED,
        FENCED,
        UNCLOSABLE;

        State after(Instruction instruction, boolean calledEndsFenced) {
            return switch (instruction.kind) {
                case ALLOCATION -> this == UNCLOSABLE ? UNCLOSABLE : UNFENCED;
                case FENCE -> this == UNCLOSABLE ? UNCLOSABLE : FENCED;
                case OWN_CALL -> this == UNCLOSABLE || calledEndsFenced ? this : UNFENCED;
                default -> this;
            };
        }
    }

    private record Instruction(Kind kind, String text, Label target) {}

    /**
     * A method.
     *
     * @param isAccessor whether it is an accessor of a view
     */
    private record Method(
            boolean isAccessor, boolean isEnteredFenced, List<Instruction> instructions, Map<Label, Integer> labels) {}

    /**
     * What was found.
     *
     * @param accesses how many accesses there are
     * @param unfenced those without a fence, and calls without one of private methods, which are passed a segment and
     *     expect it
     */
    record Result(int accesses, List<String> unfenced) {}

    private final Map<String, Method> methods = new TreeMap<>();

    /** Methods that are passed whether another thread can close the arena, and ask; and calls that pass something else. */
    private final Set<String> asking = new HashSet<>();

    private final Set<String> notTold = new HashSet<>();
    private final boolean handlesAreFields;
    private final Set<String> accessors;
    private String owner = "";

    private FenceAnalysis(boolean handlesAreFields, Set<String> accessors) {
        this.handlesAreFields = handlesAreFields;
        this.accessors = accessors;
    }

    /**
     * Reads a class.
     *
     * @param handlesAreFields whether the method handles that are called with a DTO get and set its fields; otherwise
     *     they are its accessors
     */
    static FenceAnalysis of(byte[] classFile, boolean handlesAreFields) {
        return of(classFile, new FenceAnalysis(handlesAreFields, Set.of()));
    }

    /** Reads the class of a view with these accessors. */
    static FenceAnalysis ofView(byte[] classFile, Set<String> accessors) {
        return of(classFile, new FenceAnalysis(false, accessors));
    }

    private static FenceAnalysis of(byte[] classFile, FenceAnalysis analysis) {
        new ClassReader(classFile).accept(analysis.new Reader(), 0);
        return analysis;
    }

    /** {@return how many fences some methods have} */
    long fences(String... names) {
        return List.of(names).stream()
                .flatMap(name -> methods.get(name).instructions.stream())
                .filter(instruction -> instruction.kind == Kind.FENCE)
                .count();
    }

    /** {@return how many fences a method has, and all that it calls} */
    long fencesFrom(String root) {
        return fences(reachable(root).toArray(String[]::new));
    }

    private Set<String> reachable(String root) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (found.add(name)) {
                methods.get(name).instructions.stream()
                        .filter(instruction -> instruction.kind == Kind.OWN_CALL
                                && !isForHeap(instruction.text)
                                && isForUnclosable(instruction.text) == isForUnclosable(root))
                        .forEach(instruction -> open.push(instruction.text));
            }
        }
        return found;
    }

    private static boolean isForHeap(String method) {
        return method.contains("HeapBytes") || method.contains("HeapLongs");
    }

    private static boolean isForUnclosable(String method) {
        return method.contains("Unclosable");
    }

    /** {@return whether there is a method of a name} */
    boolean has(String name) {
        return methods.containsKey(name);
    }

    /** Looks at a method and all that it calls. */
    Result accessesFrom(String root) {
        List<String> unfenced = new ArrayList<>();
        int accesses = 0;
        for (String name : reachable(root)) {
            Method method = methods.get(name);
            if (asking.contains(name) && notTold.contains(name)) {
                unfenced.add(name + ": it is not told whether the arena can be closed");
            }
            for (Map.Entry<Integer, State> reached : states(method).entrySet()) {
                Instruction instruction = method.instructions.get(reached.getKey());
                accesses += instruction.kind == Kind.ACCESS ? 1 : 0;
                if (reached.getValue().compareTo(needed(method, instruction)) < 0) {
                    unfenced.add(name + " at " + reached.getKey() + ": " + instruction.text);
                }
            }
        }
        return new Result(accesses, unfenced);
    }

    private State needed(Method method, Instruction instruction) {
        if (method.isAccessor && instruction.text.equals("return")) {
            return State.FENCED;
        }
        boolean isCall = instruction.kind == Kind.OWN_CALL;
        if (isCall && isForUnclosable(instruction.text)) {
            return State.UNCLOSABLE;
        }
        boolean isCallWithFence =
                isCall && !isForHeap(instruction.text) && methods.get(instruction.text).isEnteredFenced;
        return isCallWithFence || instruction.kind == Kind.ACCESS ? State.FENCED : State.UNFENCED;
    }

    /** What is known on all paths to an instruction, for each that can be reached. */
    private Map<Integer, State> states(Method method) {
        Map<Integer, State> states = new LinkedHashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        reach(0, method.isEnteredFenced ? State.FENCED : State.UNFENCED, states, open);
        while (!open.isEmpty()) {
            int index = open.pop();
            Instruction instruction = method.instructions.get(index);
            boolean endsFenced = instruction.kind == Kind.OWN_CALL && endsFenced(instruction.text);
            State after = states.get(index).after(instruction, endsFenced);
            if (instruction.target != null) {
                boolean tellsApart = instruction.kind == Kind.BRANCH_UNLESS_CLOSABLE;
                reach(method.labels.get(instruction.target), tellsApart ? State.UNCLOSABLE : after, states, open);
            }
            if (instruction.kind != Kind.JUMP && instruction.kind != Kind.END) {
                boolean isHeap = instruction.kind == Kind.BRANCH_UNLESS_HEAP;
                reach(index + 1, isHeap ? State.UNCLOSABLE : after, states, open);
            }
        }
        return states;
    }

    private static void reach(int index, State state, Map<Integer, State> states, Deque<Integer> open) {
        State known = states.get(index);
        if (known == null || known.compareTo(state) > 0) {
            states.put(index, state);
            open.push(index);
        }
    }

    private boolean endsFenced(String name) {
        Method method = methods.get(name);
        return states(method).entrySet().stream()
                .filter(reached ->
                        method.instructions.get(reached.getKey()).text.equals("return"))
                .allMatch(reached -> reached.getValue() != State.UNFENCED);
    }

    private final class Reader extends ClassVisitor {

        Reader() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            owner = name;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean isAccessor = accessors.contains(name);
            boolean isEnteredFenced =
                    isAccessor || ((access & Opcodes.ACC_PRIVATE) != 0 && descriptor.contains(SEGMENT));
            Method method = new Method(isAccessor, isEnteredFenced, new ArrayList<>(), new HashMap<>());
            methods.put(name, method);
            int flag = -1;
            Type[] parameters = Type.getArgumentTypes(descriptor);
            boolean mayBeTold = (access & Opcodes.ACC_STATIC) != 0 && descriptor.contains(SEGMENT);
            if (mayBeTold && parameters[parameters.length - 1].equals(Type.BOOLEAN_TYPE)) {
                flag = Arrays.stream(parameters).mapToInt(Type::getSize).sum() - 1;
            }
            return new MethodReader(method, name, flag);
        }
    }

    /** Keeps what matters of a method's instructions. */
    private final class MethodReader extends MethodVisitor {
        private final Method method;

        /** Whether the next jump is by the class of a segment's scope. */
        private boolean isScopeAsked;

        /** Whether what was loaded last says that another thread can close the arena of the view's segment. */
        private boolean isClosableLoaded;

        private boolean isFlagLoaded;

        private final Set<Integer> closableLocals = new HashSet<>();

        private final String name;

        /**
         * The parameter that may say whether another thread can close the arena; -1 if there is none. A boolean that is
         * stored is one too, but nothing branches on it.
         */
        private final int flag;

        /** How many kinds of segments were told apart: native and mapped ones come before those on the heap. */
        private int kinds;

        MethodReader(Method method, String name, int flag) {
            super(Opcodes.ASM9);
            this.method = method;
            this.name = name;
            this.flag = flag;
            closableLocals.add(flag);
        }

        private void add(Kind kind, String text, Label target) {
            method.instructions.add(new Instruction(kind, text, target));
        }

        @Override
        public void visitLabel(Label label) {
            method.labels.put(label, method.instructions.size());
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ATHROW) {
                add(Kind.END, "throw", null);
            } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                add(Kind.END, "return", null);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String type, String name, String descriptor) {
            isClosableLoaded = opcode == Opcodes.GETFIELD && name.equals("isClosable");
        }

        @Override
        public void visitVarInsn(int opcode, int local) {
            if (opcode == Opcodes.ISTORE && isClosableLoaded) {
                closableLocals.add(local);
            }
            isClosableLoaded = opcode == Opcodes.ILOAD && closableLocals.contains(local);
            isFlagLoaded = opcode == Opcodes.ILOAD && local == flag;
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            boolean tellsApart =
                    (isScopeAsked && opcode == Opcodes.IF_ACMPNE) || (isClosableLoaded && opcode == Opcodes.IFEQ);
            boolean isOfKind = !tellsApart && opcode == Opcodes.IF_ACMPNE && ++kinds > 2;
            if (tellsApart && isFlagLoaded) {
                asking.add(name);
            }
            Kind branch = isOfKind ? Kind.BRANCH_UNLESS_HEAP : Kind.BRANCH;
            if (tellsApart) {
                branch = Kind.BRANCH_UNLESS_CLOSABLE;
            }
            add(opcode == Opcodes.GOTO ? Kind.JUMP : branch, "jump", label);
            isScopeAsked = false;
            isClosableLoaded = false;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                add(Kind.ALLOCATION, "new " + type, null);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                add(Kind.ALLOCATION, "new array", null);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String type, String called, String descriptor, boolean isInterface) {
            String call = type + "." + called;
            isScopeAsked |= call.equals("java/lang/foreign/MemorySegment.scope");
            if (call.equals("java/lang/invoke/VarHandle.acquireFence") || call.equals(owner + ".fenceIfClosable")) {
                add(Kind.FENCE, call, null);
            } else if (descriptor.contains(SEGMENT) && type.startsWith("java/lang/")) {
                add(Kind.ACCESS, call + descriptor, null);
            } else if (opcode == Opcodes.INVOKESTATIC && type.equals(owner)) {
                if (!isClosableLoaded) {
                    notTold.add(called);
                }
                add(Kind.OWN_CALL, called, null);
            } else {
                add(HARMLESS.contains(call) || isField(call, descriptor) ? Kind.OTHER : Kind.ALLOCATION, call, null);
            }
        }

        /** The call of a method handle that generated code does not load: an access to a segment. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            boolean isAccess = bootstrap.getName().equals("callSite") && descriptor.contains(SEGMENT);
            add(isAccess ? Kind.ACCESS : Kind.ALLOCATION, "invokedynamic" + descriptor, null);
        }

        private boolean isField(String call, String descriptor) {
            return handlesAreFields
                    && call.equals("java/lang/invoke/MethodHandle.invokeExact")
                    && descriptor.startsWith("(Ljava/lang/Object;");
        }
    }
}
