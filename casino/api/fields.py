"""What requests and answers are made of. Fields that are read take just what they say: "5" is not 5.

Serializers check what comes in; what goes out is written as plain values, and they only describe it. A test holds
every answer against the document.
"""

import re
from typing import Any

from rest_framework import serializers

LARGEST = 2**53 - 1  # what every language reads as the same whole number
LONGEST_LIST = 1000
_DIGITS = re.compile("-?[0-9]{1,16}")


class Shape(serializers.Serializer[Any]):
    """An object of the API."""


class Whole(serializers.IntegerField):
    """A whole number, written as one. 5.0 is one too: JSON has one kind of number, and JSON Schema reads it so."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": LARGEST, **kwargs})

    def to_internal_value(self, data: Any) -> int:
        if type(data) is float and data.is_integer():
            return int(data)
        if type(data) is not int:
            self.fail("invalid")
        return data


class Counters(Whole):
    """One counter or more."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": 10**12, **kwargs})


class Text(serializers.CharField):
    """Text of a bounded length."""

    def __init__(self, **kwargs: Any) -> None:
        least = {} if kwargs.get("allow_blank") else {"min_length": 1}
        super().__init__(**{"max_length": 200, "trim_whitespace": False, **least, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false, and nothing that looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not str:
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Hash(serializers.RegexField):
    """SHA-256 or 32 bytes of entropy: 64 lower-case hexadecimal digits."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("^[0-9a-f]{64}$", **{"trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("invalid")
        found: str = super().to_internal_value(data)
        return found


class Seconds(Whole):
    """A span of time, to an hour."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_value": 3600, **kwargs})


class QueryFlag(serializers.BooleanField):
    """Yes or no in an address."""

    def to_internal_value(self, data: Any) -> bool:
        if data not in {"true", "false"}:
            self.fail("invalid", input=data)
        return bool(data == "true")


class QueryWhole(serializers.IntegerField):
    """A whole number in an address, in decimal digits."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": LARGEST, **kwargs})

    def to_internal_value(self, data: Any) -> int:
        if not _DIGITS.fullmatch(data):
            self.fail("invalid")
        return int(data)
