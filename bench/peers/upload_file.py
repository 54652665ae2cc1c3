"""An upload as FastAPI's documentation shows it, the file synced: `uvicorn upload_file:app`.

With BENCH_DURABLE its name is made to last as well: written beside, synced, renamed, and the directory synced.
"""

import os
import shutil
import uuid

from fastapi import FastAPI, UploadFile

app = FastAPI()


@app.post("/api/upload")
def take(file: UploadFile) -> dict[str, str]:
    path = f"{os.environ['BENCH_TARGET']}/{uuid.uuid4().hex}"
    with open(path, "xb") as target:  # noqa: PTH123
        shutil.copyfileobj(file.file, target, 256 * 1024)
        target.flush()
        os.fsync(target.fileno())
    if "BENCH_DURABLE" in os.environ:
        os.rename(path, f"{path}.pdf")  # noqa: PTH104
        directory = os.open(os.environ["BENCH_TARGET"], os.O_RDONLY)
        os.fsync(directory)
        os.close(directory)
    return {"path": path}
