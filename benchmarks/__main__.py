from pathlib import Path

from benchmarks import commerce, foresight, kernel, twg, web
from benchmarks.harness import show, write

found = [*kernel.results(), *twg.results(), *commerce.results(), *foresight.results(), *web.results()]
print(show(found))
write(found, Path(__file__).with_name("latest.json"))
