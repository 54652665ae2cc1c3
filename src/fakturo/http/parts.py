"""The parts of a multipart body, pulled out of its chunks one at a time: forms and mixed answers both have them."""

from collections.abc import AsyncIterator, Callable, Iterator

from multipart import MultipartError, MultipartSegment, PushMultipartParser


class Parts:
    def __init__(
        self,
        parser: PushMultipartParser,
        chunks: AsyncIterator[bytes],
        broken: Callable[[MultipartError], Exception],
    ) -> None:
        self._parser = parser
        self._chunks = chunks
        self._broken = broken
        self._pending: Iterator[MultipartSegment | bytes | None] = iter(())
        self._in_part = False

    async def next_part(self) -> MultipartSegment | None:
        """Its head; what is left of the part before it is skipped."""
        async for _ in self.payload():
            pass
        event = await self._next()
        self._in_part = event is not None
        assert not isinstance(event, bytes)
        return event

    async def payload(self) -> AsyncIterator[bytes]:
        while self._in_part:
            event = await self._next()
            if event is None:
                self._in_part = False
                return
            assert isinstance(event, bytes)
            yield event

    async def _next(self) -> MultipartSegment | bytes | None:
        """The next event; None closes a part, and at the end of the body is all that comes."""
        try:
            while True:
                for event in self._pending:
                    return event
                if self._parser.closed:
                    return None
                chunk = await anext(self._chunks, b"")
                if chunk:
                    self._pending = self._parser.parse(chunk)
                else:
                    self._parser.close()
        except MultipartError as error:
            raise self._broken(error) from None
