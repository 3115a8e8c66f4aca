package consumer.views;

import consumer.views.hidden.SecretView;

/** A header that another module sees, of an interface that it does not. */
@SuppressWarnings("exports") // which is the point
public interface LeakyHeader {
    SecretView of(SecretView delegate);
}
