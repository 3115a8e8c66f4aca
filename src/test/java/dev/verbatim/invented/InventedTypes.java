package dev.verbatim.invented;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.GeneratedDtos.Elsewhere;
import dev.verbatim.classfile.ViewClassFile;
import dev.verbatim.invented.InventedAccessor.Inner;
import dev.verbatim.invented.ValueKind.Form;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** The types of one invented struct in the making, in a class loader of their own, so that they can be unloaded. */
public final class InventedTypes {

    /** How the codec's maker stands to the types. */
    public enum Residence {
        /** The lookup is one of the types' own module. */
        AT_HOME,
        /** As before, and the outermost type is a hidden class. */
        HIDDEN,
        /** The lookup is one of Verbatim's own module, and all types are public in another one. */
        ABROAD
    }

    private static final String HOST = "invented.Host";
    private static final String ATOMIC_VIEW = "T_atomics";

    private final Residence residence;

    /** Whether views are defined too: none of variable-length records. */
    private final boolean withViews;

    private final Elsewhere loader = new Elsewhere();
    private final List<String> nest = new ArrayList<>();

    /** In the order in which they can be defined, a superclass before its subclass. */
    private final Map<String, byte[]> classFiles = new LinkedHashMap<>();

    private byte @Nullable [] hiddenClassFile;

    private InventedTypes(Residence residence, boolean withViews) {
        this.residence = residence;
        this.withViews = withViews;
    }

    /**
     * What has been defined.
     *
     * @param type the outermost type
     * @param lookup with which its codec is made
     * @param view of the same struct; null of a variable-length record
     * @param atomicView of the same struct, with other access modes than plain
     * @param viewLookup with which views are made: from another module, whose class loader does not see them, they
     *     could not be
     */
    record Defined(
            InventedType type,
            Lookup lookup,
            @Nullable InventedView view,
            @Nullable InventedView atomicView,
            Lookup viewLookup) {}

    /**
     * Defines the types of a struct.
     *
     * @param struct the struct
     * @param residence how the codec's maker stands to them
     * @param ours the lookup to take where it is one of Verbatim's own module
     */
    static Defined define(ValueKind.Struct struct, Residence residence, Lookup ours) {
        InventedTypes types = new InventedTypes(residence, !struct.hasHeader());
        types.write(struct, struct.home(), "T");
        try {
            Class<?> host = types.loader.define(DtoClassFile.nestHost(HOST, types.nest));
            Lookup lookup = (Lookup) host.getMethod("lookup").invoke(null);
            for (byte[] classFile : types.classFiles.values()) {
                types.loader.define(classFile);
            }
            Class<?> outermost;
            if (types.hiddenClassFile == null) {
                outermost = types.load(struct, "T");
            } else if (struct.home() == ValueKind.Home.NEST) {
                outermost = lookup.defineHiddenClass(types.hiddenClassFile, false, ClassOption.NESTMATE)
                        .lookupClass();
            } else {
                outermost =
                        lookup.defineHiddenClass(types.hiddenClassFile, false).lookupClass();
            }
            InventedType type = types.typeOf(struct, outermost, "T");
            if (!types.withViews) {
                return new Defined(type, residence == Residence.ABROAD ? ours : lookup, null, null, lookup);
            }
            Class<?> atomicView = types.loader.loadClass(binaryName(types.home(struct, "T"), ATOMIC_VIEW));
            return new Defined(
                    type,
                    residence == Residence.ABROAD ? ours : lookup,
                    types.viewOf(struct, type, "T"),
                    new InventedView(struct, atomicView, atomicAccessors(struct), type, List.of()),
                    lookup);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the invented types", e);
        }
    }

    private InventedType typeOf(ValueKind.Struct struct, Class<?> type, String simpleName)
            throws ClassNotFoundException {
        List<@Nullable InventedType> nested = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            ValueKind.Struct inner = structIn(struct.members().get(i).kind());
            String innerName = nestedName(simpleName, i);
            nested.add(inner == null ? null : typeOf(inner, load(inner, innerName), innerName));
        }
        return new InventedType(struct, type, nested);
    }

    private InventedView viewOf(ValueKind.Struct struct, InventedType type, String simpleName)
            throws ClassNotFoundException {
        List<@Nullable InventedView> nested = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            ValueKind.Struct inner = structIn(struct.members().get(i).kind());
            nested.add(inner == null ? null : viewOf(inner, type.nested(i), nestedName(simpleName, i)));
        }
        Class<?> view = loader.loadClass(binaryName(home(struct, simpleName), viewName(simpleName)));
        return new InventedView(struct, view, accessors(struct, simpleName), type, nested);
    }

    private Class<?> load(ValueKind.Struct struct, String simpleName) throws ClassNotFoundException {
        return Class.forName(binaryName(struct.home(), simpleName), false, loader);
    }

    /**
     * Writes the class file of a type and those of all that are nested in it; it is named in a type whose home is
     * given.
     */
    private void write(ValueKind.Struct struct, ValueKind.Home namedFrom, String simpleName) {
        boolean hidden = isHidden(simpleName);
        ValueKind.Home home = home(struct, simpleName);
        List<DtoClassFile.Member> members = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            ValueKind kind = struct.members().get(i).kind();
            ValueKind.Struct inner = structIn(kind);
            if (inner != null) {
                write(inner, home, nestedName(simpleName, i));
            }
            members.add(member(i, kind, simpleName));
        }
        int inherited = struct.inheritedFields();
        String superclass = "java.lang.Object";
        if (inherited > 0) {
            superclass = binaryName(struct.inherited(), simpleName + "_base");
            DtoClassFile base =
                    classFile(struct.inherited(), home, superclass, "java.lang.Object", members.subList(0, inherited));
            boolean isMutable = struct.form() == Form.MUTABLE || struct.form() == Form.PARTLY_FINAL;
            classFiles.put(superclass, isMutable ? base.mutableClass() : base.immutableClass(List.of(), false));
        }
        String name = hidden ? "invented.T" : binaryName(home, simpleName);
        DtoClassFile classFile =
                classFile(home, namedFrom, name, superclass, members.subList(inherited, members.size()));
        byte[] bytes = switch (struct.form()) {
            case RECORD -> classFile.record();
            case MUTABLE -> classFile.mutableClass();
            case PARTLY_FINAL -> classFile.partlyFinalClass();
            case IMMUTABLE, IMMUTABLE_UNNAMED ->
                classFile.immutableClass(members.subList(0, inherited), struct.form() == Form.IMMUTABLE);
        };
        if (hidden) {
            hiddenClassFile = bytes;
        } else {
            classFiles.put(name, bytes);
        }
        if (!withViews) {
            return;
        }
        writeView(home, namedFrom, viewName(simpleName), accessors(struct, simpleName));
        if (simpleName.equals("T")) {
            writeView(home, namedFrom, ATOMIC_VIEW, atomicAccessors(struct));
        }
    }

    private boolean isHidden(String simpleName) {
        return residence == Residence.HIDDEN && simpleName.equals("T");
    }

    /** Where a type really is declared, and the views of the same struct. */
    private ValueKind.Home home(ValueKind.Struct struct, String simpleName) {
        return isHidden(simpleName) ? ValueKind.Home.PACKAGE : struct.home();
    }

    private void writeView(
            ValueKind.Home home, ValueKind.Home namedFrom, String simpleName, List<List<InventedAccessor>> accessors) {
        String name = binaryName(home, simpleName);
        boolean inNest = home == ValueKind.Home.NEST;
        if (inNest) {
            nest.add(name);
        }
        List<InventedAccessor> all = accessors.stream().flatMap(List::stream).toList();
        ViewClassFile classFile =
                new ViewClassFile(name, isPublic(home, namedFrom) ? ACC_PUBLIC : 0, inNest ? HOST : null, all);
        classFiles.put(name, classFile.toBytes());
    }

    /** The accessors of a view, for each member. */
    private List<List<InventedAccessor>> accessors(ValueKind.Struct struct, String simpleName) {
        String view = descriptor(home(struct, simpleName), viewName(simpleName));
        List<List<InventedAccessor>> accessors = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            ValueKind kind = struct.members().get(i).kind();
            ValueKind.Struct in = structIn(kind);
            String innerName = nestedName(simpleName, i);
            Inner inner = in == null
                    ? null
                    : new Inner(descriptor(in.home(), innerName), descriptor(in.home(), viewName(innerName)));
            accessors.add(InventedAccessor.plain(i, kind, member(i, kind, simpleName), inner, view));
        }
        return accessors;
    }

    /** The accessors of a view with other access modes than plain, for each member: none of one that is not aligned. */
    private static List<List<InventedAccessor>> atomicAccessors(ValueKind.Struct struct) {
        MemoryLayout layout = struct.layout(false);
        List<List<InventedAccessor>> accessors = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            ValueKind kind = struct.members().get(i).kind();
            long offset = layout.byteOffset(PathElement.groupElement(ValueKind.name(i)));
            accessors.add(offset % kind.valueSize() == 0 ? InventedAccessor.atomic(i, kind) : List.of());
        }
        return accessors;
    }

    /** A class file with the least access that its uses allow. */
    private DtoClassFile classFile(
            ValueKind.Home home,
            ValueKind.Home namedFrom,
            String name,
            String superclass,
            List<DtoClassFile.Member> members) {
        boolean inNest = home == ValueKind.Home.NEST;
        if (inNest) {
            nest.add(name);
        }
        boolean isPublic = isPublic(home, namedFrom);
        int fieldAccess = residence == Residence.ABROAD ? ACC_PUBLIC : ACC_PRIVATE;
        int constructorAccess = isPublic || name.endsWith("_base") ? ACC_PUBLIC : inNest ? ACC_PRIVATE : 0;
        return new DtoClassFile(
                name,
                isPublic ? ACC_PUBLIC : 0,
                fieldAccess,
                constructorAccess,
                superclass,
                inNest ? HOST : null,
                members);
    }

    private boolean isPublic(ValueKind.Home home, ValueKind.Home namedFrom) {
        return residence == Residence.ABROAD
                || home == ValueKind.Home.ELSEWHERE
                || namedFrom == ValueKind.Home.ELSEWHERE;
    }

    private static DtoClassFile.Member member(int index, ValueKind kind, String simpleName) {
        String name = ValueKind.name(index);
        ValueKind.Struct inner = structIn(kind);
        String innerType = inner == null ? "" : descriptor(inner.home(), nestedName(simpleName, index));
        return switch (kind) {
            case ValueKind.Primitive(var layout) ->
                new DtoClassFile.Member(name, Type.getDescriptor(layout.carrier()), null);
            case ValueKind.Ordinal ordinal -> new DtoClassFile.Member(name, Type.getDescriptor(ordinal.type()), null);
            case ValueKind.Text _ -> new DtoClassFile.Member(name, "Ljava/lang/String;", null);
            case ValueKind.PrimitiveArray(var element, var _) ->
                new DtoClassFile.Member(
                        name, Type.getDescriptor(element.carrier().arrayType()), null);
            case ValueKind.Struct _ -> new DtoClassFile.Member(name, innerType, null);
            case ValueKind.StructSequence sequence -> structs(name, innerType, sequence.isList());
            case ValueKind.VarText(boolean isBuilder) ->
                new DtoClassFile.Member(name, isBuilder ? "Ljava/lang/StringBuilder;" : "Ljava/lang/String;", null);
            case ValueKind.VarArray(var element) ->
                new DtoClassFile.Member(
                        name, Type.getDescriptor(element.carrier().arrayType()), null);
            case ValueKind.VarStructs structs -> structs(name, innerType, structs.isList());
            case ValueKind.VarBoxes _, ValueKind.VarOptional _, ValueKind.VarNested _ -> {
                String signature = signature((ValueKind.Variable) kind, innerType);
                yield new DtoClassFile.Member(
                        name, signature.replaceAll("<.*>", ""), signature.contains("<") ? signature : null);
            }
        };
    }

    private static String signature(ValueKind.Variable kind, String structType) {
        return switch (kind) {
            case ValueKind.VarText(boolean isBuilder) -> isBuilder ? "Ljava/lang/StringBuilder;" : "Ljava/lang/String;";
            case ValueKind.VarArray(var element) ->
                Type.getDescriptor(element.carrier().arrayType());
            case ValueKind.VarBoxes(var element) ->
                "Ljava/util/List<"
                        + Type.getDescriptor(
                                MethodType.methodType(element.carrier()).wrap().returnType())
                        + ">;";
            case ValueKind.VarStructs structs ->
                structs.isList() ? "Ljava/util/List<" + structType + ">;" : "[" + structType;
            case ValueKind.VarOptional(var content) -> "Ljava/util/Optional<" + signature(content, structType) + ">;";
            case ValueKind.VarNested(var value, boolean isList) ->
                isList ? "Ljava/util/List<" + signature(value, structType) + ">;" : "[" + signature(value, structType);
        };
    }

    private static DtoClassFile.Member structs(String name, String elementType, boolean isList) {
        return isList
                ? new DtoClassFile.Member(name, "Ljava/util/List;", "Ljava/util/List<" + elementType + ">;")
                : new DtoClassFile.Member(name, "[" + elementType, null);
    }

    private static ValueKind.@Nullable Struct structIn(ValueKind kind) {
        return switch (kind) {
            case ValueKind.Struct struct -> struct;
            case ValueKind.StructSequence sequence -> sequence.element();
            case ValueKind.VarStructs structs -> structs.struct();
            case ValueKind.VarOptional(var content) -> structIn(content);
            case ValueKind.VarNested(var value, var _) -> structIn(value);
            default -> null;
        };
    }

    /** The name of a type that is nested says where. */
    static String nestedName(String outerName, int index) {
        return outerName + "_" + ValueKind.name(index);
    }

    private static String viewName(String simpleName) {
        return simpleName + "_view";
    }

    private static String binaryName(ValueKind.Home home, String simpleName) {
        return (home == ValueKind.Home.ELSEWHERE ? "invented.elsewhere." : "invented.") + simpleName;
    }

    private static String descriptor(ValueKind.Home home, String simpleName) {
        return "L" + binaryName(home, simpleName).replace('.', '/') + ";";
    }
}
