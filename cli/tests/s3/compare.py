"""Compares the rows of archives in S3 with the rows of local files. See `run`."""

import gzip
import logging
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import boto3
from moto.server import ThreadedMotoServer

KEYS = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
FIELDS = "page_url,raw,url,text"


class Comparison:
    def __init__(self, tagrake, endpoint, folder):
        self.tagrake, self.folder = tagrake, folder
        clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.anonymous = clean | {"AWS_ENDPOINT_URL": endpoint, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1"}
        self.signed = self.anonymous | KEYS

    def run(self, *arguments, status=0, environment=None):
        """Runs the command in the folder. Returns its output and its messages."""
        command = [self.tagrake, *arguments]
        run = subprocess.run(command, cwd=self.folder, env=environment or self.signed, capture_output=True, check=False)
        messages = run.stderr.decode()
        assert run.returncode == status, f"{arguments}: {run.returncode}: {messages}"
        return run.stdout, messages

    def links(self, *arguments, **options):
        return self.run("links", "--fields", FIELDS, *arguments, **options)


def archives(root, folder):
    """Returns local files by their keys: two of another crawler, and a larger one in three forms."""
    data = root / "bulk/tests/data/warc-1.0.1"
    files = {f"crawl data/{path.name}": path for path in sorted(data.glob("*.gz"))}
    plain = gzip.decompress((data / "crawl.warc.gz").read_bytes()) * 200
    for name, content in [("large.warc", plain), ("one.warc.gz", gzip.compress(plain))]:
        (folder / name).write_bytes(content)
        files[f"large/{name}"] = folder / name
    return files


def compare(comparison, client, files):
    bucket = "crawls"
    client.create_bucket(Bucket=bucket)
    for key, path in files.items():
        client.upload_file(str(path), bucket, key)
        local, _ = comparison.links(path)
        remote, messages = comparison.links(f"s3://{bucket}/{key}")
        assert remote == local and "downloaded" in messages, key
        rows = remote.count(b"\n")
        print(f"s3://{bucket}/{key}: {path.stat().st_size} bytes, {rows} rows, the same as from the local file")

    paths = [str(path) for path in files.values()]
    local, _ = comparison.links(*paths)
    manifest = gzip.compress("".join(f"{key}\n" for key in files).encode())
    client.put_object(Bucket=bucket, Key="warc.paths.gz", Body=manifest)
    listed, _ = comparison.links("--manifest", f"s3://{bucket}/warc.paths.gz", "--base", f"s3://{bucket}/")
    assert listed == local
    print(f"--manifest s3://{bucket}/warc.paths.gz --base s3://{bucket}/: {len(files)} files, equal rows")

    # The records of the other files have no places of their own.
    places, _ = comparison.run("extract", "--fields", "warc_filename,warc_record_offset,warc_record_length", paths[2])
    lines = places.splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    index = b"".join(lines)
    (comparison.folder / "index.jsonl").write_bytes(index)
    index = index.replace(f'"{paths[2]}"'.encode(), b'"large/large.warc"')
    client.put_object(Bucket=bucket, Key="index.jsonl", Body=index)
    by_index = ["extract", "--fields", "url,title,text,warc_record_offset", "--index"]
    local, _ = comparison.run(*by_index, "index.jsonl")
    remote, messages = comparison.run(*by_index, f"s3://{bucket}/index.jsonl", "--base", f"s3://{bucket}/")
    assert remote == local and remote.count(b"\n") == len(lines)
    print(f"--index s3://{bucket}/index.jsonl --base s3://{bucket}/: {len(lines)} records, equal rows; {messages.strip()}")

    key = next(iter(files))
    client.put_object(Bucket=bucket, Key="public.warc.gz", Body=files[key].read_bytes(), ACL="public-read")
    public, private = f"s3://{bucket}/public.warc.gz", f"s3://{bucket}/{key}"
    anonymous, _ = comparison.links("--anonymous", public, environment=comparison.anonymous)
    assert anonymous == comparison.links(files[key])[0]
    _, messages = comparison.links("--anonymous", private, status=1)
    assert f"{private}: access denied (HTTP 403" in messages, messages
    _, messages = comparison.links(private, status=1, environment=comparison.anonymous)
    assert f"{private}: no credentials" in messages, messages
    print("--anonymous: equal rows of a public object; a private one is refused, and so is one without credentials")

    _, messages = comparison.links(f"s3://{bucket}/no", "s3://no/no", status=1)
    assert f"s3://{bucket}/no: not found (HTTP 404, NoSuchKey)" in messages, messages
    assert "s3://no/no: not found (HTTP 404, NoSuchBucket)" in messages, messages
    print("missing keys and buckets: errors, exit status 1")

    resumed = ["--output-dir", "out", "--skip-existing", *(f"s3://{bucket}/{key}" for key in files)]
    comparison.links(*resumed)
    made = sorted(str(path.relative_to(comparison.folder)) for path in comparison.folder.glob("out/s3/**/*.jsonl"))
    assert made == sorted(f"out/s3/{bucket}/{key}.jsonl" for key in files), made
    _, messages = comparison.links(*resumed)
    assert f"{len(files)} outputs up to date" in messages and "downloaded" not in messages, messages
    client.put_object(Bucket=bucket, Key=key, Body=files[key].read_bytes() + b"\n")
    _, messages = comparison.links(*resumed, status=1)
    assert "1 output made again (1 input changed)" in messages, messages
    print(f"--skip-existing: {len(files)} outputs up to date; 1 made again after a change")


def main():
    tagrake, root = Path(sys.argv[1]), Path(sys.argv[2])
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it prints a line for each request
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=endpoint,
        aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=KEYS["AWS_SECRET_ACCESS_KEY"],
        region_name=KEYS["AWS_REGION"],
    )
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(tagrake, endpoint, Path(folder))
        compare(comparison, client, archives(root, Path(folder)))
    server.stop()
    print("all rows are equal")


if __name__ == "__main__":
    main()
