package dev.verbatim.emissary;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.emissary.InventedInterfaces.Defined;
import dev.verbatim.emissary.InventedInterfaces.InventedMethod;
import dev.verbatim.emissary.InventedInterfaces.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;

/** Whose interfaces can be bound, and with what lookup. */
class EmissaryAccessTest {

    private interface Hidden {
        String name();
    }

    /** Private, as what it names. */
    private interface Header {
        Hidden of(Hidden delegate);
    }

    @Test
    void privateInterfacesAreBound() {
        assertEquals(
                "private",
                Emissary.bind(lookup(), Header.class).of(() -> "private").name());
    }

    @Test
    void anyLookupWithFullPrivilegeAccessInTheModuleWillDo() throws Exception {
        Lookup ofAnotherPackage = MethodHandles.privateLookupIn(dev.verbatim.StructView.class, lookup());

        assertEquals(
                "private",
                Emissary.bind(ofAnotherPackage, Header.class)
                        .of(() -> "private")
                        .name());
    }

    @Test
    void theClassesAreInTheNestOfTheHeader() {
        Header header = Emissary.bind(lookup(), Header.class);

        assertSame(EmissaryAccessTest.class, header.getClass().getNestHost());
        assertSame(EmissaryAccessTest.class, header.of(() -> "").getClass().getNestHost());
    }

    @Test
    void aHeaderThatTheLookupsClassLoaderDoesNotFindIsRefused() {
        Defined foreign = new InventedInterfaces(
                        1,
                        List.of(new InventedMethod(
                                Kind.ABSTRACT, List.of(int.class), String.class, 1, 0, false, false, false)))
                .define();

        assertEquals(
                "cannot bind invented.Header: 1 reason\n  - invented.Header: is not accessible to "
                        + EmissaryAccessTest.class.getName() + ": its class loader does not find it by its name",
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), foreign.header()))
                        .getMessage());
    }

    interface OfTheJdk extends Function<Supplier<String>, Supplier<String>> {}

    @Test
    void interfacesOfOtherModulesAreBoundWhereTheyArePublic() {
        assertEquals(
                "text",
                Emissary.bind(lookup(), OfTheJdk.class).apply(() -> "text").get());
    }

    /** A class loader that has classes of its own, whatever its parent has under their names. */
    private static final class Loader extends ClassLoader {

        private final Map<String, byte[]> own;

        Loader(@Nullable ClassLoader parent, Map<String, byte[]> own) {
            super(parent);
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                byte[] bytes = own.get(name);
                if (loaded == null && bytes != null) {
                    loaded = defineClass(name, bytes, 0, bytes.length);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }

    private static byte[] emptyInterface(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(V22, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, name, null, "java/lang/Object", null);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static byte[] header(Class<?> type) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String name = type.getName().replace('.', '/');
        writer.visit(V22, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "confused/Header", null, "java/lang/Object", null);
        writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "of", "(L" + name + ";)L" + name + ";", null, null)
                .visitEnd();
        InventedInterfaces.giveAwayLookup(writer);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Public, and in a package that is exported to the unnamed module while tests run. */
    public interface Token {}

    /** Names a token. */
    public interface Tokens {

        /** {@return the token} */
        Token next();
    }

    @Test
    void aTypeThatTheClassLoaderTakesForAnotherIsNamed() throws Exception {
        Loader loader = new Loader(
                EmissaryAccessTest.class.getClassLoader(),
                Map.of(
                        Token.class.getName(),
                        emptyInterface(Token.class.getName().replace('.', '/')),
                        "confused.Header",
                        header(Tokens.class)));
        Class<?> header = loader.loadClass("confused.Header");
        Lookup lookup = (Lookup) header.getMethod("lookup").invoke(null);
        EmissaryAccessTest.class.getModule().addExports("dev.verbatim.emissary", header.getModule());

        assertEquals(
                "cannot bind confused.Header: 1 reason\n"
                        + "  - Token next(): the class loader of confused.Header has another type of the name "
                        + Token.class.getName(),
                assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup, header))
                        .getMessage());
    }

    @Test
    void aHeaderWhoseClassLoaderDoesNotSeeVerbatimIsBound() throws Throwable {
        // The JVM's own one: the others of the JDK find the modules of the application.
        Loader loader = new Loader(null, Map.of("confused.Header", header(Supplier.class)));
        assertThrows(ClassNotFoundException.class, () -> loader.loadClass(Emissary.class.getName()));
        Class<?> header = loader.loadClass("confused.Header");
        Lookup lookup = (Lookup) header.getMethod("lookup").invoke(null);
        Supplier<String> delegate = () -> "text";

        Object bound = Emissary.bind(lookup, header);
        Supplier<?> emissary =
                (Supplier<?>) header.getMethod("of", Supplier.class).invoke(bound, delegate);

        assertSame(loader, emissary.getClass().getClassLoader());
        assertEquals("text", emissary.get());
    }
}
