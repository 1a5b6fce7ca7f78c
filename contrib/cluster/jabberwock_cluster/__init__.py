"""Matches, annotations and training data of Jabberwock on a Dask cluster.

The engine's command line does everything that concerns games: `match --shard`, `match --join`,
`annotate --shard`, `tune data --shard`. This package runs these commands on the workers of a cluster
and collects what they write.
"""
