package dev.verbatim.jmh;

import dev.verbatim.emissary.Emissary;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/**
 * Gauges that forward to two delegates, in each way that is compared. Each comes in four classes, since a call site
 * remembers two.
 */
final class Gauges {

    static final int CLASSES = 4;

    private Gauges() {}

    /** What is measured. */
    interface Gauge extends Meter, Supplier<String> {}

    /** One of its delegates. */
    interface Meter {
        long add(long amount);
    }

    /** Makes emissaries. */
    interface Header {
        Gauge of(Meter meter, Supplier<String> name);
    }

    /** A delegate. */
    static Meter meter(int number) {
        return switch (number) {
            case 0 -> new Sum();
            case 1 -> new Difference();
            case 2 -> new Twice();
            default -> new Last();
        };
    }

    /** An emissary of a class of its own. */
    static Gauge emissary(int number) {
        return Emissary.bind(MethodHandles.lookup(), Header.class).of(meter(number), () -> "emissary");
    }

    /** An object of a class that is written by hand. */
    static Gauge handWritten(int number) {
        Meter meter = meter(number);
        Supplier<String> name = () -> "by hand";
        return switch (number) {
            case 0 -> new First(meter, name);
            case 1 -> new Second(meter, name);
            case 2 -> new Third(meter, name);
            default -> new Fourth(meter, name);
        };
    }

    /** A proxy. */
    static Gauge proxy(int number) {
        Meter meter = meter(number);
        Supplier<String> name = () -> "proxy";
        return (Gauge) Proxy.newProxyInstance(
                Gauges.class.getClassLoader(),
                new Class<?>[] {Gauge.class},
                (_, method, arguments) -> method.invoke(method.getName().equals("add") ? meter : name, arguments));
    }

    private static final class Sum implements Meter {
        private long total;

        @Override
        public long add(long amount) {
            total += amount;
            return total;
        }
    }

    private static final class Difference implements Meter {
        private long total;

        @Override
        public long add(long amount) {
            total -= amount;
            return total;
        }
    }

    private static final class Twice implements Meter {
        private long total;

        @Override
        public long add(long amount) {
            total += amount << 1;
            return total;
        }
    }

    private static final class Last implements Meter {
        private long last;

        @Override
        public long add(long amount) {
            last = amount;
            return last;
        }
    }

    private static final class First implements Gauge {
        private final Meter meter;
        private final Supplier<String> name;

        First(Meter meter, Supplier<String> name) {
            this.meter = meter;
            this.name = name;
        }

        @Override
        public long add(long amount) {
            return meter.add(amount);
        }

        @Override
        public String get() {
            return name.get();
        }
    }

    private static final class Second implements Gauge {
        private final Meter meter;
        private final Supplier<String> name;

        Second(Meter meter, Supplier<String> name) {
            this.meter = meter;
            this.name = name;
        }

        @Override
        public long add(long amount) {
            return meter.add(amount);
        }

        @Override
        public String get() {
            return name.get();
        }
    }

    private static final class Third implements Gauge {
        private final Meter meter;
        private final Supplier<String> name;

        Third(Meter meter, Supplier<String> name) {
            this.meter = meter;
            this.name = name;
        }

        @Override
        public long add(long amount) {
            return meter.add(amount);
        }

        @Override
        public String get() {
            return name.get();
        }
    }

    private static final class Fourth implements Gauge {
        private final Meter meter;
        private final Supplier<String> name;

        Fourth(Meter meter, Supplier<String> name) {
            this.meter = meter;
            this.name = name;
        }

        @Override
        public long add(long amount) {
            return meter.add(amount);
        }

        @Override
        public String get() {
            return name.get();
        }
    }
}
