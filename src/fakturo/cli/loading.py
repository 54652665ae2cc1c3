"""Modules that are loaded when somebody first asks them for something: a verb that needs none starts without them."""

import importlib.util
import sys


def when_needed(*names: str) -> None:
    for name in names:
        if name in sys.modules:
            continue
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.loader is not None
        spec.loader = importlib.util.LazyLoader(spec.loader)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        package, _, short = name.rpartition(".")
        setattr(sys.modules[package], short, module)  # otherwise `from package import short` would load it
