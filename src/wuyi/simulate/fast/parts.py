"""How kernels are compiled: not by themselves, but as parts of each entry that calls them.

Numba makes a library of every function: it links in whatever the function calls, optimises the whole and
turns it into machine code. Nobody ever runs that of a kernel, since its callers link in the code it was made
from, to do all of this again. So a kernel's library is left as it was linked, and the optimiser sees
everything once, where Python calls it: compiled in two thirds of the time, and as quick after.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class PartCompiler(Compiler):
    """A `pipeline_class` for functions that compiled ones alone call."""

    def define_pipelines(self) -> Any:
        if self.state.library is None:
            name = self.state.func_id.func_qualname
            self.state.library = _Part(self.state.targetctx.codegen(), name)
        return super().define_pipelines()


class _Part(JITCodeLibrary):
    """Code to be linked into other libraries, and never loaded."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0, by which Numba says that there is none: a kernel has no wrapper for Python to call."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return _Unloaded(super().codegen)


class _Unloaded:
    """Numba's code generator to whoever asks it of a part, which has no place in memory to be written to."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: what raises errors with Python's objects in them needs an environment; kernels do not."""
