"""Names of other packages that are not in their documents, so any release may take them away.

The table lists all that we use; a test fails with the name of the package and of its release where
one is gone, and another looks through the source for names that are not in the table.
"""

import ast
from importlib import import_module
from importlib.metadata import version

import pytest

from running import ROOT

USED = (
    # package, module, name, where we use it, why there is no public one
    ("numba", "numba.core.caching", "CompileResultCacheImpl", "source/kernels.py",
     "a cache in a folder that source names, as stale code would be run otherwise"),
    ("numba", "numba.core.caching", "FunctionCache", "source/kernels.py",
     "a damaged file of the cache costs the time to compile, and not the run"),
    ("numba", "numba.core.registry", "CPUDispatcher.enable_caching", "source/kernels.py",
     "it sets `_cache`, which we set to ours"),
    ("distributed", "distributed", "Client.sync", "cluster/batch.py",
     "clusters have the same `sync`: what a batch system refuses is raised where we start jobs"),
    ("distributed", "distributed.deploy", "SpecCluster.sync", "cluster/batch.py",
     "the one that is called"),
    ("dask-jobqueue", "dask_jobqueue.slurm", "SLURMJob.default_config_name", "cluster/batch.py",
     "the section of a batch system's own settings"),
    ("dask-jobqueue", "dask_jobqueue", "SLURMCluster.job_cls", "cluster/batch.py",
     "tells the clusters of batch systems from others"),
    ("snakemake", "snakemake.workflow", "Workflow.basedir", "workflow/rules",
     "the config that comes with the Snakefile"),
    ("snakemake", "snakemake.workflow", "Workflow.configfiles", "workflow/rules",
     "paths in a config count from the config's folder"),
    ("snakemake", "snakemake.workflow", "Workflow.cores", "workflow/rules",
     "a sweep uses all cores of the run"),
    ("snakemake", "snakemake.workflow", "Workflow.is_main_process", "workflow/rules",
     "a sweep that is a job elsewhere has the threads of that job"),
    ("snakemake", "snakemake.workflow", "Workflow.local_exec", "workflow/rules",
     "a job elsewhere may be ended too early, and is tried again"),
)  # fmt: skip
