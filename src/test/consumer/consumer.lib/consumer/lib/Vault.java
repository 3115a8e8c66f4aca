package consumer.lib;

import consumer.lib.hidden.Secret;

/** A record of what this module does not export. */
@SuppressWarnings("exports") // that is the point
public record Vault(int id, Secret secret) {}
