from pathlib import Path

from benchmarks import kernel
from benchmarks.harness import show, write

found = kernel.results()
print(show(found))
write(found, Path(__file__).with_name("latest.json"))
