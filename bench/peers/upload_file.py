"""An upload as FastAPI's documentation shows it, made durable: `uvicorn upload_file:app`."""

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
    return {"path": path}
