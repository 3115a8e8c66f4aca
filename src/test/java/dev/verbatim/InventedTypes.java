package dev.verbatim;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;

import dev.verbatim.GeneratedDtos.Elsewhere;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** The types of one invented struct in the making, in a class loader of their own, so that they can be unloaded. */
final class InventedTypes {

    /** How the codec's maker stands to the types. */
    enum Residence {
        /** The lookup is one of the types' own module. */
        AT_HOME,
        /** As before, and the outermost type is a hidden class. */
        HIDDEN,
        /** The lookup is one of Verbatim's own module, and all types are public in another one. */
        ABROAD
    }

    private static final String HOST = "invented.Host";

    private final Residence residence;
    private final Elsewhere loader = new Elsewhere();
    private final List<String> nest = new ArrayList<>();

    /** In the order in which they can be defined, a superclass before its subclass. */
    private final Map<String, byte[]> classFiles = new LinkedHashMap<>();

    private byte @Nullable [] hiddenClassFile;

    private InventedTypes(Residence residence) {
        this.residence = residence;
    }

    /** The outermost type, and the lookup with which its codec is made. */
    record Defined(InventedType type, Lookup lookup) {}

    /**
     * Defines the types of a struct.
     *
     * @param struct the struct
     * @param residence how the codec's maker stands to them
     * @param ours the lookup to take where it is one of Verbatim's own module
     */
    static Defined define(Shape.Struct struct, Residence residence, Lookup ours) {
        InventedTypes types = new InventedTypes(residence);
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
            } else if (struct.home() == Shape.Home.NEST) {
                outermost = lookup.defineHiddenClass(types.hiddenClassFile, false, ClassOption.NESTMATE)
                        .lookupClass();
            } else {
                outermost = lookup.defineHiddenClass(types.hiddenClassFile, false).lookupClass();
            }
            return new Defined(types.typeOf(struct, outermost, "T"), residence == Residence.ABROAD ? ours : lookup);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the invented types", e);
        }
    }

    private InventedType typeOf(Shape.Struct struct, Class<?> type, String simpleName) throws ClassNotFoundException {
        List<@Nullable InventedType> nested = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            Shape.Struct inner = structIn(struct.members().get(i).shape());
            String innerName = nestedName(simpleName, i);
            nested.add(inner == null ? null : typeOf(inner, load(inner, innerName), innerName));
        }
        return new InventedType(struct, type, nested);
    }

    private Class<?> load(Shape.Struct struct, String simpleName) throws ClassNotFoundException {
        return Class.forName(binaryName(struct.home(), simpleName), false, loader);
    }

    /** Writes the class file of a type and those of all that are nested in it; it is named in a type whose home is given. */
    private void write(Shape.Struct struct, Shape.Home namedFrom, String simpleName) {
        boolean hidden = residence == Residence.HIDDEN && simpleName.equals("T");
        Shape.Home home = hidden ? Shape.Home.PACKAGE : struct.home();
        List<DtoClassFile.Member> members = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
            Shape shape = struct.members().get(i).shape();
            Shape.Struct inner = structIn(shape);
            if (inner != null) {
                write(inner, home, nestedName(simpleName, i));
            }
            members.add(member(i, shape, simpleName));
        }
        int inherited = struct.inheritedFields();
        String superclass = "java.lang.Object";
        if (inherited > 0) {
            superclass = binaryName(struct.inherited(), simpleName + "_base");
            DtoClassFile base =
                    classFile(struct.inherited(), home, superclass, "java.lang.Object", members.subList(0, inherited));
            classFiles.put(superclass, base.mutableClass());
        }
        String name = hidden ? "invented.T" : binaryName(home, simpleName);
        DtoClassFile classFile =
                classFile(home, namedFrom, name, superclass, members.subList(inherited, members.size()));
        byte[] bytes = struct.isRecord() ? classFile.record() : classFile.mutableClass();
        if (hidden) {
            hiddenClassFile = bytes;
        } else {
            classFiles.put(name, bytes);
        }
    }

    /** A class file with the least access that its uses allow. */
    private DtoClassFile classFile(
            Shape.Home home,
            Shape.Home namedFrom,
            String name,
            String superclass,
            List<DtoClassFile.Member> members) {
        boolean inNest = home == Shape.Home.NEST;
        if (inNest) {
            nest.add(name);
        }
        boolean isPublic =
                residence == Residence.ABROAD || home == Shape.Home.ELSEWHERE || namedFrom == Shape.Home.ELSEWHERE;
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

    private static DtoClassFile.Member member(int index, Shape shape, String simpleName) {
        String name = Shape.name(index);
        Shape.Struct inner = structIn(shape);
        String innerType = inner == null ? "" : descriptor(inner.home(), nestedName(simpleName, index));
        return switch (shape) {
            case Shape.Primitive(var layout) -> new DtoClassFile.Member(name, Type.getDescriptor(layout.carrier()), null);
            case Shape.Ordinal ordinal -> new DtoClassFile.Member(name, Type.getDescriptor(ordinal.type()), null);
            case Shape.Text _ -> new DtoClassFile.Member(name, "Ljava/lang/String;", null);
            case Shape.PrimitiveArray(var element, _) ->
                new DtoClassFile.Member(name, Type.getDescriptor(element.carrier().arrayType()), null);
            case Shape.Struct _ -> new DtoClassFile.Member(name, innerType, null);
            case Shape.StructSequence sequence when sequence.isList() ->
                new DtoClassFile.Member(name, "Ljava/util/List;", "Ljava/util/List<" + innerType + ">;");
            case Shape.StructSequence _ -> new DtoClassFile.Member(name, "[" + innerType, null);
        };
    }

    private static Shape.@Nullable Struct structIn(Shape shape) {
        return switch (shape) {
            case Shape.Struct struct -> struct;
            case Shape.StructSequence sequence -> sequence.element();
            default -> null;
        };
    }

    /** The name of a type that is nested says where. */
    static String nestedName(String outerName, int index) {
        return outerName + "_" + Shape.name(index);
    }

    private static String binaryName(Shape.Home home, String simpleName) {
        return (home == Shape.Home.ELSEWHERE ? "invented.elsewhere." : "invented.") + simpleName;
    }

    private static String descriptor(Shape.Home home, String simpleName) {
        return "L" + binaryName(home, simpleName).replace('.', '/') + ";";
    }
}
