package dev.verbatim.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * Carries records from one place to another until it is stopped. While the broker is away, it tries again for ever, and
 * logs that once a minute under the name of this class; what is wrong is in {@link #status} too.
 *
 * <p><b>Threads.</b> One thread {@linkplain #run runs} a relay, once. Any thread may {@linkplain #stop stop} it and ask
 * for its {@linkplain #status status}.
 */
public abstract sealed class Relay permits MapToTopic, QueueToTopic, TopicToMap, TopicToQueue {

    private static final System.Logger LOGGER = System.getLogger(Relay.class.getName());

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
    private static final long LOOK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How the messages begin of those exceptions which name settings that are right, but for a name server. */
    private static final List<String> NOT_RESOLVED =
            List.of("No resolvable bootstrap urls", "Unknown host in bootstrap.servers");

    /** What is in the message of an exception whose class does not say it. */
    private static final String TIMEOUT_REFUSED = "transaction timeout is larger than the maximum value allowed by the";

    private final String name;
    private final RelayStatus status = new RelayStatus();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean started = new AtomicBoolean();
    private Duration pause = FIRST_PAUSE;
    private long loggedNanos = System.nanoTime() - LOG_INTERVAL.toNanos();
    private boolean inTrouble;
    private long lookedNanos = System.nanoTime() - LOOK_INTERVAL_NANOS;

    /**
     * Makes a relay.
     *
     * @param name what it relays, as messages name it
     */
    Relay(String name) {
        this.name = name;
    }

    /**
     * Relays until {@link #stop} is called, and ends what it has begun then.
     *
     * @throws RelayException if it cannot go on
     * @throws IOException if the queue cannot be read or written
     * @throws InterruptedException if the thread is interrupted; what was begun is not done then, and is done again by
     *     the next run
     * @throws IllegalStateException if it was run before
     */
    public final void run() throws IOException, InterruptedException {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException(name + ": a relay is run once");
        }
        @Nullable ObjectName bean = register();
        try {
            open();
            while (!isStopping()) {
                try {
                    session();
                } catch (InterruptException e) {
                    throw interrupted(e);
                } catch (KafkaException e) {
                    failed(e);
                }
            }
        } catch (ClosedByInterruptException e) {
            throw interrupted(e); // a file was being written
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            try {
                close();
            } finally {
                unregister(bean);
            }
        }
    }

    /** {@return the exception that says so, in place of one that leaves the thread interrupted} */
    private InterruptedException interrupted(Exception cause) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException(name + ": interrupted");
        interrupted.initCause(cause);
        return interrupted;
    }

    /** Has {@link #run} return when it has ended what it has begun. Does nothing if it was called before. */
    public final void stop() {
        stopped.countDown();
    }

    /** {@return what was relayed so far, and how far the relay lags} */
    public final RelayMXBean status() {
        return status;
    }

    /** {@return what is relayed} */
    @Override
    public final String toString() {
        return name;
    }

    /** Opens what stays open when the broker goes. */
    abstract void open() throws IOException, InterruptedException;

    /** Connects and relays until it is stopped, or a client of Kafka throws. */
    abstract void session() throws IOException, InterruptedException;

    /** Closes what was opened. */
    abstract void close() throws IOException;

    final boolean isStopping() {
        return stopped.getCount() == 0;
    }

    final RelayStatus counts() {
        return status;
    }

    /** {@return whether it is time to look how far the relay lags} */
    final boolean isLookDue() {
        long now = System.nanoTime();
        boolean isDue = now - lookedNanos >= LOOK_INTERVAL_NANOS;
        if (isDue) {
            lookedNanos = now;
        }
        return isDue;
    }

    private void failed(KafkaException e) throws IOException, InterruptedException {
        if (isFinal(e)) {
            throw new RelayException(name + ": " + describe(e), e);
        }
        trouble(describe(e));
        if (!stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /** Takes note of what is wrong, and logs it once a minute. */
    final void trouble(String what) {
        status.failed(what);
        inTrouble = true;
        long now = System.nanoTime();
        if (now - loggedNanos >= LOG_INTERVAL.toNanos()) {
            loggedNanos = now;
            LOGGER.log(Level.WARNING, () -> name + ": trying again: " + what);
        }
    }

    /** Takes note that the broker has answered. */
    final void mended() {
        pause = FIRST_PAUSE;
        if (inTrouble) {
            inTrouble = false;
            status.mended();
            LOGGER.log(Level.INFO, () -> name + ": goes on");
        }
    }

    /** Logs what an operator has decided. */
    final void note(String what) {
        LOGGER.log(Level.WARNING, () -> name + ": " + what);
    }

    /** {@return whether it would fail again, however often it was tried} */
    static boolean isFinal(Throwable e) {
        return switch (e) {
            case AuthenticationException _ -> true;
            case AuthorizationException _ -> true;
            case ConfigException _ -> NOT_RESOLVED.stream().noneMatch(message(e)::startsWith);
            case InvalidOffsetException _ -> true;
            case InvalidRecordException _ -> true;
            case InvalidTopicException _ -> true;
            case RecordTooLargeException _ -> true;
            case SerializationException _ -> true;
            case UnsupportedVersionException _ -> true;
            default -> message(e).contains(TIMEOUT_REFUSED) || (e.getCause() != null && isFinal(e.getCause()));
        };
    }

    private static String message(Throwable e) {
        return Objects.requireNonNullElse(e.getMessage(), "");
    }

    /** {@return what happened, with its causes: the outermost message often says nothing} */
    private static String describe(Throwable e) {
        String own = e.getClass().getSimpleName() + ": " + e.getMessage();
        return e.getCause() == null ? own : own + ": " + describe(e.getCause());
    }

    private @Nullable ObjectName register() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName bean = new ObjectName("dev.verbatim.kafka:type=Relay,name=" + ObjectName.quote(name));
            server.registerMBean(status, bean);
            return bean;
        } catch (InstanceAlreadyExistsException e) {
            return null; // another relay of the name
        } catch (JMException e) {
            throw new AssertionError("a quoted name is a name", e);
        }
    }

    private static void unregister(@Nullable ObjectName bean) {
        if (bean == null) {
            return;
        }
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(bean);
        } catch (JMException e) {
            LOGGER.log(Level.DEBUG, () -> "cannot unregister " + bean, e);
        }
    }
}
