"""Writes the records of `benches/record`, in the form that `benches/record/README.md` describes."""

import json
import os
import platform
from pathlib import Path


def write(path, record):
    """Writes a record with a line for each key, and for each job, row and promise."""
    Path(path).write_text("{\n" + ",\n".join(f"{json.dumps(key)}:{lines(value)}" for key, value in record.items()) + "\n}\n")


def lines(value):
    if isinstance(value, dict) and any(isinstance(item, dict) for item in value.values()):
        return "{\n" + ",\n".join(f"{json.dumps(key)}:{compact(item)}" for key, item in value.items()) + "\n}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(compact, value)) + "\n]"
    return compact(value)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def machine():
    """Returns a description of the machine."""
    system = f"{platform.system()} {platform.machine()}"
    return {"cpu": cpu(), "cores": os.cpu_count(), "system": system, "python": platform.python_version()}


def cpu():
    info = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), platform.machine())
