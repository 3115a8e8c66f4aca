package dev.verbatim;

import dev.verbatim.cli.PrintedLayouts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The program in {@code examples/itch}, compiled and loaded. Its classes are its own, so that this reflects on them.
 */
final class ItchExample implements AutoCloseable {

    static final Path SOURCES = Path.of("examples", "itch");
    static final Path SAMPLE = SOURCES.resolve("sample.itch");

    private final Path classes;
    private final URLClassLoader loader;

    private ItchExample(Path classes, URLClassLoader loader) {
        this.classes = classes;
        this.loader = loader;
    }

    /** {@return the program, without a warning of the compiler} */
    static ItchExample compiled() throws IOException {
        Path classes = Files.createTempDirectory("verbatim-itch");
        try (Stream<Path> files = Files.list(SOURCES)) {
            PrintedLayouts.compile(
                    classes,
                    files.filter(file -> file.toString().endsWith(".java")).toList());
        }
        URL[] urls = {classes.toUri().toURL()};
        return new ItchExample(classes, new URLClassLoader(urls, ItchExample.class.getClassLoader()));
    }

    Path classes() {
        return classes;
    }

    /** {@return the codec of the messages, which are records of the program} */
    @SuppressWarnings("unchecked")
    TaggedCodec<Object> codec() throws ReflectiveOperationException {
        Field field = loader.loadClass("itch.Message").getField("CODEC");
        field.setAccessible(true);
        return (TaggedCodec<Object>) field.get(null);
    }

    /** {@return the class of a type of message} */
    Class<?> type(String name) throws ClassNotFoundException {
        return loader.loadClass("itch.Message$" + name);
    }

    /** {@return the messages of a file} */
    List<Object> read(byte[] feed) throws Exception {
        Class<?> handler = loader.loadClass("itch.Feed$Handler");
        Method read = loader.loadClass("itch.Feed").getDeclaredMethod("read", MemorySegment.class, handler);
        read.setAccessible(true);
        List<Object> messages = new ArrayList<>();
        Object adding = Proxy.newProxyInstance(loader, new Class<?>[] {handler}, (_, _, arguments) -> {
            messages.add(arguments[0]);
            return null;
        });
        try {
            read.invoke(null, MemorySegment.ofArray(feed), adding);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof IOException io ? io : e;
        }
        return messages;
    }

    /** {@return the letters that a field of a message can have: all of ASCII, those of an enum, or yes and no} */
    static String letters(Class<?> type) throws ReflectiveOperationException {
        if (type == boolean.class) {
            return "YN";
        }
        if (type.isEnum()) {
            StringBuilder codes = new StringBuilder();
            for (Object constant : type.getEnumConstants()) {
                codes.append(code(constant));
            }
            return codes.toString();
        }
        return IntStream.range(0, 0x80).mapToObj(Character::toString).collect(Collectors.joining());
    }

    private static char code(Object constant) throws ReflectiveOperationException {
        return (char) constant.getClass().getMethod("code").invoke(constant);
    }

    /** {@return the types of a message's fields, those of its header included} */
    static List<Class<?>> fieldTypes(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> component.getType().isRecord()
                        ? fieldTypes(component.getType()).stream()
                        : Stream.of(component.getType()))
                .collect(Collectors.toList());
    }

    /** {@return the fields of a message, those of its header included, codes and truth as letters} */
    static List<Object> values(Object message) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            Object value = component.getAccessor().invoke(message);
            switch (value) {
                case Record nested -> values.addAll(values(nested));
                case Enum<?> constant -> values.add(code(constant));
                case Boolean truth -> values.add(truth ? 'Y' : 'N');
                default -> values.add(value);
            }
        }
        return values;
    }

    /** {@return the message that has these fields} */
    static Object message(Class<?> type, List<Object> values) throws ReflectiveOperationException {
        return message(type, values.iterator());
    }

    private static Object message(Class<?> type, Iterator<Object> values) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i].isRecord() ? message(types[i], values) : argument(types[i], values.next());
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        return constructor.newInstance(arguments);
    }

    private static Object argument(Class<?> type, Object value) throws ReflectiveOperationException {
        if (type == boolean.class) {
            return value.equals('Y');
        }
        if (!type.isEnum()) {
            return value;
        }
        for (Object constant : type.getEnumConstants()) {
            if (value.equals(code(constant))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type + " has no constant of code=" + value);
    }

    @Override
    public void close() throws IOException {
        loader.close();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
