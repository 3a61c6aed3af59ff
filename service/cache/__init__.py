"""The cache: what costs more to compute than to fetch is kept, and nothing is ever invalidated.

A key is the digest of everything that decides an answer (`keys`), a value checks itself
(`values`), and where values lie is a `Store`: the process's own memory, or Redis. A store that
is slow, wrong or gone costs a miss and nothing else.
"""
