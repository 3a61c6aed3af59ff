"""Phrases of questions of memory and speed, in lower case."""

import re

ASKS = re.compile(
    r"(?:^|[,;:.!?(]|\s-+\s|\b(?:if|whether|so|and|but|hi|hey|hello|then)\b)\W*"
    r"(?:(?:can+|cna|could|will|would|does|wil)\s+(?!(?:love|like)\b|you\s+(?!run\s+(?!the\b)|fit|host|serve"
    r"|train|fine|squeeze|q?lora|dpo|sft|pre)|it\s+cost\b|(?:any|some)(?:one|body)\s+(?!run))"
    r"|do\s+(?=\d|my\b|the\b|these\b|two\b|four\b|eight\b|i\s+have\b)"
    r"|(?:is|are)\s+(?=.*\b(?:enough|sufficient|able|capable|ok|okay|possible|feasible)\b|it\s+(?:possible|feasible)\b))"
    r"(?P<rest>.*)"
)
"""Can I run …, will … fit on …, is … enough for …."""

VERB = re.compile(
    r"\b(?:run|fits?|hold|load|host|serve|handle|support|sustain|deploy|squeeze|enough|sufficient"
    r"|able|capable|ok|okay|do|manage|work|possible|feasible|train(?:ed)?|pre-?train|(?:fine-?\s?)?tuned?|finetuned?"
    r"|q?lora)\b"
)
REACH = re.compile(
    r"\b(?:do|get|give|hit|reach|manage|keep|deliver|push|exceed|achieve|meet|stay)\b"
)
"""What devices can do of a load that is said."""

OTHER = re.compile(
    r"\b(?:tell|explain|know|estimate|calculate|compute|faster|slower|quicker|cheaper|better)\b"
    r"|(?<!and )(?<!, )\b(?:how|what|which)\b"
)
"""Words of questions of another kind: can you tell me how …, will it be faster on …."""

ENDS = re.compile(
    r"\b(?:possible|ok|okay|feasible|doable|realistic|viable|enough|sufficient|fits?|works?)\W*$"
)
"""… possible?"""

ENOUGH = re.compile(r"\b(?:enough|sufficient|ok|okay)\s+(?:for|to)\b")
"""… enough for …"""

ONE = re.compile(r"\bon\s+(?:an?|my|one|a\s+single|just\s+one)\s+\w")
MANY = re.compile(r"\b(?:cluster|fleet|node|server|machine|box|rack|pod)s?\b")
"""On a 4090: on one of them. On a cluster of them: on many."""

DURATION = re.compile(r"\btime\s+(?:to|for|of)\b|\btime\W*$")
"""How long a run takes."""

RUNS = re.compile(r"^\W*(?:run|fit|host|load|serve)(?:ning|ting|ing)?\b.*\?\W*$")
"""Run … on …? without can."""

OPEN = re.compile(r"^\W*(?:what|which|how)\b")
"""Which devices fit, or how much of something: no question of yes or no."""

CACHE = re.compile(r"\bkv(?:.?cache)?\b")
OF_TOKEN = re.compile(r"\b(?:per|a|each|every)\s+token\b")
CACHE_SIZE = re.compile(
    r"(?:^|\bwhat\W?s|\bis)\W*(?:the\s+)?kv\b|\bkv.?cache\s+(?:for|of|at)\b|\b(?:size|large|big|how\s+much|memory|footprint|space|total|gb|gib|mb)\b"
)
"""How large a KV cache is."""

CONTEXT = re.compile(
    r"\b(?:max(?:imum)?|longest|largest|biggest|how\s+(?:much|long|large|big)(?:\s+an?)?|what|most)\b"
    r"(?:\s+\w+){0,3}?\s+(?:context|ctx|(?:sequence|seq|prompt)\s+(?:len|length|size))s?\b"
)
CACHED = re.compile(r"\bhow\s+many\s+tokens\b.*\bkv\b|\bkv\b.*\bhow\s+many\s+tokens\b")
QUANT = re.compile(
    r"\b(?:biggest|largest|highest|best|what|which)\b(?:\s+\S+){0,3}?\s+(?:quants?|bpw|gguf)\b"
)
SMALLEST = re.compile(
    r"\b(?:smallest|cheapest|least|minimal)\b(?:\s+\S+){0,3}?"
    r"\s+(?:instance|gpu|card|machine|device|vm|server|mac)s?\b.*\b(?:fits?|runs?|hold|holds|enough)\b"
)
"""Which devices do, and not whether some do."""

CROWD = re.compile(
    r"\b(?:max(?:imum)?|most|how\s+many|number\s+of)\b.*\b(?:concurrent(?:ly)?|concurrency|simultaneous(?:ly)?"
    r"|parallel|at\s+once|at\s+the\s+same\s+time)\b"
)
"""The most requests at once."""

PREFILL = re.compile(r"\b(?:prefill|process\w*|prompt)\b")
READS = re.compile(r"\bprompts?\b.*\bprocess|\bprocess\w*\b.*\bprompt")
"""How long it takes to read a prompt."""

HOW_LONG = re.compile(r"\bhow\s+long\b")
WHOLE = re.compile(r"\b(?:answer|response|reply|completion|generation)s?\b")
"""All of what is generated, and not its first token."""

LIMIT = re.compile(r"\b(?:in|within|under)\s+(?:an?|one)\s+(day|week|month|quarter|year)\b")
"""The longest that a run may take."""

RATE = re.compile(r"\b(?:second|sec|minute|min|hour|day|week|month|year)s?\b|/")
"""Words of a rate of requests."""

HOW_MANY = re.compile(r"\bhow\s+many\W*$")
"""How many devices, told behind them."""

NEEDS = re.compile(r"\bdo\s+(?:we|i|you)\s+need\s+(?:more\s+than|at\s+least|all|\d|one|two|four)\b")
"""Whether so many devices are needed: how many are."""

NODES = re.compile(r"\bhow\s+many\s+(?:\S+\s+){0,3}?(?:nodes|servers|boxes|machines)\b")

PROMPTS = re.compile(r"(?:[,;]|\b(?:with|of|at|for))\s*\d+k\s+prompts?\b")
"""Prompts of so many tokens, beside requests at once."""


def asks_whether(text: str) -> bool:
    """Whether a question is one of yes or no: can I …, is … enough for …, or … enough."""
    plain = text.lower()
    return any(form.search(plain) for form in (ASKS, ENDS, ENOUGH))
