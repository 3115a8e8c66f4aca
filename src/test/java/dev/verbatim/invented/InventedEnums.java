package dev.verbatim.invented;

import java.util.List;

/** Enums of several sizes for invented structs, whose types are in other modules. */
public final class InventedEnums {

    /** All of them. The largest, which does not fit a byte, is one that the JDK has. */
    static final List<Class<? extends Enum<?>>> ALL =
            List.of(Side.class, Only.class, Bodied.class, Full.class, Character.UnicodeScript.class);

    private InventedEnums() {}

    public enum Side {
        BUY,
        SELL,
        CROSS
    }

    public enum Only {
        ONE
    }

    /** Constants whose classes are not the enum's. */
    public enum Bodied {
        PLUS {
            @Override
            int sign() {
                return 1;
            }
        },
        MINUS {
            @Override
            int sign() {
                return -1;
            }
        };

        abstract int sign();
    }

    /** As many constants as a byte has room for. */
    public enum Full {
        C0,
        C1,
        C2,
        C3,
        C4,
        C5,
        C6,
        C7,
        C8,
        C9,
        C10,
        C11,
        C12,
        C13,
        C14,
        C15,
        C16,
        C17,
        C18,
        C19,
        C20,
        C21,
        C22,
        C23,
        C24,
        C25,
        C26,
        C27,
        C28,
        C29,
        C30,
        C31,
        C32,
        C33,
        C34,
        C35,
        C36,
        C37,
        C38,
        C39,
        C40,
        C41,
        C42,
        C43,
        C44,
        C45,
        C46,
        C47,
        C48,
        C49,
        C50,
        C51,
        C52,
        C53,
        C54,
        C55,
        C56,
        C57,
        C58,
        C59,
        C60,
        C61,
        C62,
        C63,
        C64,
        C65,
        C66,
        C67,
        C68,
        C69,
        C70,
        C71,
        C72,
        C73,
        C74,
        C75,
        C76,
        C77,
        C78,
        C79,
        C80,
        C81,
        C82,
        C83,
        C84,
        C85,
        C86,
        C87,
        C88,
        C89,
        C90,
        C91,
        C92,
        C93,
        C94,
        C95,
        C96,
        C97,
        C98,
        C99,
        C100,
        C101,
        C102,
        C103,
        C104,
        C105,
        C106,
        C107,
        C108,
        C109,
        C110,
        C111,
        C112,
        C113,
        C114,
        C115,
        C116,
        C117,
        C118,
        C119,
        C120,
        C121,
        C122,
        C123,
        C124,
        C125,
        C126,
        C127
    }
}
