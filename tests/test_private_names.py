"""Names of other packages that are not in their documents, so any release may take them away.

The table lists all that we use; a test fails with the name of the package and of its release where
one is gone, and another looks through the source for names that are not in the table.
"""

import ast
import re
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from inspect import getsource

import pytest

from running import ROOT

USED = (
    # module, name, where we use it, why there is no public one
    ("numba.core.caching", "CompileResultCacheImpl", "kernels/cache.py",
     "a cache in a folder that source names, as stale code would be run otherwise"),
    ("numba.core.caching", "FunctionCache", "kernels/cache.py",
     "a damaged file of the cache costs the time to compile, and not the run"),
    ("numba.core.bytecode", "FunctionIdentity", "kernels/cache.py",
     "what gives functions their names in machine code"),
    ("numba.core.bytecode", "FunctionIdentity._unique_ids", "kernels/cache.py",
     "functions of two processes have different names"),
    ("numba.core.registry", "CPUDispatcher.enable_caching", "kernels/cache.py",
     "it sets `_cache`, which we set to ours"),
    ("numba.cpython.listobj", "ListInstance", "game/simulating/lists.py",
     "lists that keep their memory; numba's own give it back at every turn"),
    ("numba.cpython.listobj", "ListInstance._gep", "game/simulating/lists.py",
     "cards that are added to a list are shuffled where they lie"),
    ("numba.core", "targetconfig", "game/simulating/chance.py",
     "a shuffle counts no references"),
    ("numba.cpython.listobj", "list_pop_integer", "game/simulating/lists.py",
     "what is done for lists of lists"),
    ("numba.core", "cgutils", "game/simulating/lists.py", "as numba's own lists"),
    ("numba.core.cgutils", "_StructProxy._getvalue", "game/simulating/lists.py",
     "an array without an owner"),
    ("numba.core", "event", "kernels/cache.py",
     "how long kernels were compiled; numba's pages describe it"),
    ("numba.core.errors", "NumbaError", "game/simulating/simulated.py",
     "all that numba says of what it can't compile"),
    ("numba.core.errors", "NumbaWarning", "game/simulating/simulated.py",
     "what it says of code that it doubts"),
    ("numba.core", "ir", "game/simulating/kernel.py",
     "a function's instructions; numba's page on custom compilers has this and the next three"),
    ("numba.core.compiler", "CompilerBase", "game/simulating/kernel.py",
     "one more look at a function when its types are known"),
    ("numba.core.compiler", "DefaultPassBuilder", "game/simulating/kernel.py",
     "all that numba does else"),
    ("numba.core.compiler_machinery", "register_pass", "game/simulating/kernel.py", "as above"),
    ("numba.core.compiler_machinery", "AnalysisPass", "game/simulating/kernel.py",
     "as above, of what changes nothing"),
    ("numba.core.typed_passes", "NopythonTypeInference", "game/simulating/kernel.py",
     "after which it looks"),
    ("cloudpickle", "Pickler._dynamic_function_reduce", "run/remote.py",
     "a user's function is sent as it is in memory, also if its module could be imported"),
    ("cloudpickle.cloudpickle", "_dynamic_class_reduce", "run/remote.py", "the same of a class"),
    ("distributed", "Client.sync", "cluster/client.py",
     "clusters have the same `sync`: what a batch system refuses is raised where we start jobs"),
    ("distributed.deploy", "SpecCluster.sync", "cluster/client.py", "the one that is called"),
    ("dask_jobqueue.slurm", "SLURMJob.default_config_name", "cluster/client.py",
     "the section of a batch system's own settings"),
    ("dask_jobqueue", "SLURMCluster.job_cls", "cluster/client.py",
     "tells the clusters of batch systems from others"),
    ("snakemake.workflow", "Workflow.basedir", "workflow/rules",
     "the config that comes with the Snakefile"),
    ("snakemake.workflow", "Workflow.configfiles", "workflow/rules",
     "paths in a config count from the config's folder"),
    ("snakemake.workflow", "Workflow.cores", "workflow/rules", "a sweep uses all cores of the run"),
    ("snakemake.workflow", "Workflow.dag", "Snakefile",
     "a run's bars and its ending depend on which jobs it has"),
    ("snakemake.workflow", "Workflow.modifier", "workflow/rules",
     "a run whose workflow has ours as a module has its own ending"),
    ("snakemake.modules", "WorkflowModifier.is_main_snakefile", "workflow/rules", "the same"),
    ("snakemake.common", "NOTHING_TO_BE_DONE_MSG", "snakemake/ending.py",
     "no hook is called if there is nothing to do, but this is logged"),
    ("snakemake.workflow", "Workflow.is_main_process", "workflow/rules",
     "a sweep that is a job elsewhere has the threads of that job"),
    ("snakemake.workflow", "Workflow.local_exec", "workflow/rules",
     "a job elsewhere may be ended too early, and is tried again"),
    ("snakemake.workflow", "Workflow.output_settings", "workflow/rules",
     "the option `quiet` says how a run is shown"),
    ("snakemake.workflow", "Workflow.resource_settings", "workflow/rules",
     "with --cores 0 Snakemake would wait for ever"),
    ("snakemake.scheduling.job_scheduler", "JobScheduler.exit_gracefully", "snakemake/stop.py",
     "a handler of signals that may wait for ever is known by its name"),
)  # fmt: skip


@pytest.mark.parametrize(("module", "name", "where", "why"), USED)
@pytest.mark.slow
def test_a_name_that_we_use_is_there(module, name, where, why):
    package = module.partition(".")[0]
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: make test-cluster")
    release = f"{package} {version(package)}"
    try:
        import_module("snakemake.api")  # or its modules import each other in a circle
        held = import_module(module)
    except ImportError:
        pytest.fail(f"{release} has no module {module}, which {where} uses: {why}")
    owner, _, last = name.rpartition(".")
    for part in filter(None, owner.split(".")):
        held = getattr(held, part)
    there = hasattr(held, last) or f"self.{last}" in getsource(held) or last in _fields(held)
    assert there, f"{release} has no {module}.{name}, which {where} uses: {why}"


def _fields(kind):
    return {name for base in kind.__mro__ for name in vars(base).get("__annotations__", {})}


DOCUMENTED = {"_asdict", "_current_frames", "_exit", "_fields", "_getframe", "_make", "_replace"}
"""Names of Python's that begin with `_` and are public."""
OF_CACHES = {"_cache_file", "_index_path", "_py_func", "_payload", "_getvalue", "_gep"}
"""Attributes of numba's caches and lists, which the table names."""
OF_PICKLERS = {"_dynamic_function_reduce", "_dynamic_class_reduce"}
"""Attributes of cloudpickle's, which the table names."""


@pytest.mark.slow
def test_no_other_private_name_is_used():
    own, used = DOCUMENTED | OF_CACHES | OF_PICKLERS | {f"{m}.{n}" for m, n, *_ in USED}, []
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            own.update(_defined(node))
            used += [(name, path, node.lineno) for name in _used(node)]
    found = [one for one in used if one[0] not in own]
    assert not found, "use a public name, or add a row to the table"


def _defined(node):
    """The names that a node of ours defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr


def _used(node):
    """The names of other packages that a node uses and that are private."""
    if isinstance(node, ast.Attribute) and _is_private(node.attr):
        yield node.attr
    elif isinstance(node, ast.ImportFrom) and not (
        node.level or str(node.module).startswith("sweepstake")
    ):
        for alias in node.names:
            name = f"{node.module}.{alias.name}"
            if name.startswith("numba.core") or any(map(_is_private, name.split("."))):
                yield name


def _is_private(name):
    return name.startswith("_") and not name.endswith("__")


def test_the_rules_use_no_other_name_of_snakemakes_workflow():
    texts = [path.read_text() for path in [*(ROOT / "workflow").rglob("*.smk"), ROOT / "Snakefile"]]
    used = {name for text in texts for name in re.findall(r"(?<!/)\bworkflow\.(\w+)", text)}
    rows = {name.partition(".")[2] for module, name, *_ in USED if module == "snakemake.workflow"}
    assert used == rows
