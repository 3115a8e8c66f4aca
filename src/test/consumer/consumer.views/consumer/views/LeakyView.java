package consumer.views;

import consumer.views.hidden.Secret;
import dev.verbatim.StructView;

/** A view with an accessor of a type that is not exported. */
@SuppressWarnings("exports") // the point
public interface LeakyView extends StructView {
    Secret secret();
}
