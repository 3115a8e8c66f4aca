package itch;

/** A letter or digit that stands for something. The codes of a field that the exchange may add to are chars instead. */
interface Code {

    /** {@return the character in the message} */
    char code();

    /** The side of an order. */
    enum Side implements Code {
        BUY('B'),
        SELL('S');

        private final char code;

        Side(char code) {
            this.code = code;
        }

        @Override
        public char code() {
            return code;
        }
    }

    /** What begins or ends, for the whole market. */
    enum SystemEventCode implements Code {
        START_OF_MESSAGES('O'),
        START_OF_SYSTEM_HOURS('S'),
        START_OF_MARKET_HOURS('Q'),
        END_OF_MARKET_HOURS('M'),
        END_OF_SYSTEM_HOURS('E'),
        END_OF_MESSAGES('C');

        private final char code;

        SystemEventCode(char code) {
            this.code = code;
        }

        @Override
        public char code() {
            return code;
        }
    }

    /** Whether a stock is traded. */
    enum TradingState implements Code {
        HALTED('H'),
        PAUSED('P'),
        QUOTATION_ONLY('Q'),
        TRADING('T');

        private final char code;

        TradingState(char code) {
            this.code = code;
        }

        @Override
        public char code() {
            return code;
        }
    }

    /** Which auction it is. */
    enum CrossType implements Code {
        OPENING('O'),
        CLOSING('C'),
        HALT_OR_IPO('H'),
        EXTENDED_CLOSE('A');

        private final char code;

        CrossType(char code) {
            this.code = code;
        }

        @Override
        public char code() {
            return code;
        }
    }

    /** Which side has more shares in an auction. */
    enum ImbalanceDirection implements Code {
        BUY('B'),
        SELL('S'),
        NONE('N'),
        NOT_ENOUGH_ORDERS('O'),
        PAUSED('P');

        private final char code;

        ImbalanceDirection(char code) {
            this.code = code;
        }

        @Override
        public char code() {
            return code;
        }
    }
}
