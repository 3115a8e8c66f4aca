package consumer.views.hidden;

import dev.verbatim.StructView;

/** Public, in a package that is not exported. */
public interface SecretView extends StructView {
    long key();
}
