"""The cache of answers that take longer to compute than to fetch. Nothing is ever invalidated.

A key is the digest of everything that decides an answer (`keys`). A value carries a checksum
(`envelope`). Values lie in a `Store`: the memory of this process, or Redis. A store that is slow,
wrong or gone costs a miss and nothing else.
"""
