"""One S3 server for the session, and a folder in its bucket for each test."""

from uuid import uuid4

import pytest

from s3 import server


@pytest.fixture(scope="session")
def port():
    if not server.PROGRAM.exists():
        pytest.skip("no S3 server is installed: make test-s3")
    with server.served() as port:
        yield port


@pytest.fixture
def folder(port):
    """A folder in the bucket, as Arrow's S3 file system names it."""
    return f"{server.BUCKET}/{uuid4().hex[:8]}"


@pytest.fixture
def uri(port, folder):
    return server.uri(port, folder)
