"""Why a document could not be converted. The text of each is a sentence for the person who sent the file.

ConversionError
├── UnreadablePdf      the file is no PDF, is damaged, empty, or locked
└── TooMuchToRead      the file is readable, but asks for more than one document may have
"""


class ConversionError(Exception):
    """Raised by the engine for a document that it cannot convert; never a fault of the engine itself."""


class UnreadablePdf(ConversionError):
    pass


class TooMuchToRead(ConversionError):
    pass
