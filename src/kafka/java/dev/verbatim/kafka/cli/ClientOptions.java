package dev.verbatim.kafka.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a relay reaches the broker. */
final class ClientOptions {

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "A broker to ask first; several with commas between them.")
    private @Nullable String bootstrap;

    @Option(
            names = "--client",
            paramLabel = "FILE",
            description = "The settings of Kafka's clients, a properties file; and verbatim.layouts.topic, if the topic"
                    + " of layouts has another name.")
    private @Nullable Path file;

    /**
     * {@return the settings}
     *
     * @throws IllegalArgumentException if they name no broker, or if no client would take them, or the file is not one
     *     of settings
     */
    Map<String, Object> settings() throws IOException {
        Properties properties = new Properties();
        if (file != null) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException(file + ": no such file", e);
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException(file + ": expected UTF-8, found other bytes", e);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ": expected 4 hexadecimal digits behind \\u; a backslash itself is written as two", e);
            }
        }
        Map<String, Object> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        if (bootstrap != null) {
            settings.put("bootstrap.servers", bootstrap);
        }
        if (!settings.containsKey("bootstrap.servers")) {
            throw new IllegalArgumentException(
                    "no broker: give --bootstrap, or bootstrap.servers in the file of --client");
        }
        check(settings);
        return settings;
    }

    /** Finds what no client could be made with, before there is anything to leave behind. */
    private static void check(Map<String, Object> settings) {
        try {
            new Checked(settings).requireAddresses();
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The settings as a client has them; nothing is logged of them. */
    private static final class Checked extends AdminClientConfig {

        private static final int MAX_PORT = 0xFFFF;

        Checked(Map<String, Object> settings) {
            super(settings, false);
        }

        /** Does not ask for the address of a host: a name server may be away for a moment, as a broker may. */
        void requireAddresses() {
            List<String> addresses = getList(BOOTSTRAP_SERVERS_CONFIG);
            if (addresses.isEmpty()) {
                throw new ConfigException("No address in bootstrap.servers");
            }
            for (String address : addresses) {
                Integer port = Utils.getPort(address);
                if (Utils.getHost(address) == null || port == null || port > MAX_PORT) {
                    throw new ConfigException("Invalid url in bootstrap.servers: " + address);
                }
            }
        }
    }
}
