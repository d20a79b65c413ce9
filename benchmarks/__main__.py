from pathlib import Path

from benchmarks import before, commerce, foresight, growth, kernel, twg, web
from benchmarks.harness import show, write

found = [result for part in (before, kernel, twg, commerce, foresight, web, growth) for result in part.results()]
print(show(found))
write(found, Path(__file__).with_name("latest.json"))
