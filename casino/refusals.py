"""A wish the house cannot grant: a stable code for programs and a sentence for people."""


class Refused(Exception):
    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str]]:
        return type(self), (self.code, self.sentence)
