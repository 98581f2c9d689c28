"""Methods that make a family of the whole universe, or select from a family."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


class selecting:
    """Makes a method of a function of the class and the keyword `graphset`.

    Called on the class, as ``GraphSet.paths(1, 6)``, it takes the graphs of the universe; called
    on a family, as ``family.paths(1, 6)``, those of this family.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance: Any, owner: type) -> Callable[..., Any]:
        @wraps(self.function)
        def method(*args: Any, **options: Any) -> Any:
            if instance is not None:
                options.setdefault("graphset", instance)
            return self.function(owner, *args, **options)

        return method
