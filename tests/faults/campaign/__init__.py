"""A seeded campaign of random faults against real runs of the workflow.

A round is one folder with a part of a sweep already stored. Its store is damaged, runs are
interrupted, and at the end a run that nobody disturbs has to leave the same bytes as ever.
What faults, where and when follows from the seed; how far a run is at that moment does not.
"""
