// Files out of drops, folders and choosers, and what is told of them before anything is sent.
import { counted, text } from "./texts.js";

const MAGIC = "%PDF-";
const MAGIC_WINDOW_BYTES = 1024;
const MEBIBYTE = 1024 * 1024;

function filesIn(directory) {
  const reader = directory.createReader();
  // A reader gives some at a time, and nothing when there are no more.
  const rest = async (found) => {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return found;
    return rest([...found, ...(await Promise.all(some.map(filesOf)))]);
  };
  return rest([]).then((found) => found.flat());
}

function filesOf(entry) {
  if (entry.isDirectory) return filesIn(entry);
  return new Promise((done) => entry.file((file) => done([file]), () => done([])));
}

// The entries must be taken before anything is awaited: afterwards the drop is over.
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const hasFolders = entries.some((entry) => entry.isDirectory);
  if (!hasFolders) return { files: [...transfer.files], hasFolders };
  return { files: (await Promise.all(entries.map(filesOf))).flat(), hasFolders };
}

async function isPdf(file) {
  const head = new Uint8Array(await file.slice(0, MAGIC_WINDOW_BYTES).arrayBuffer());
  return String.fromCharCode(...head).includes(MAGIC);
}

async function refusalOf(file, limitMb) {
  if (!file.size) return text("{name} is empty. Choose another file.", { name: file.name });
  if (file.size > limitMb * MEBIBYTE) return text("{name} is larger than {limit} MB. Split it or make it smaller.", { name: file.name, limit: limitMb });
  try {
    return (await isPdf(file)) ? null : text("{name} is not a PDF. Choose a PDF file.", { name: file.name });
  } catch {
    return text("{name} can't be read from this device.", { name: file.name });
  }
}

// Those to send, and a sentence for each other. Of a folder, what is no PDF by its name is only counted.
export async function sift(files, { limitMb, hasFolders }) {
  const looked = hasFolders ? files.filter((file) => /\.pdf$/i.test(file.name)) : files;
  const refusals = await Promise.all(looked.map((file) => refusalOf(file, limitMb)));
  const told = refusals.filter(Boolean);
  const others = files.length - looked.length;
  if (others) told.push(counted("{count} file in the folder is not a PDF, and was left out.", "{count} files in the folder are not PDFs, and were left out.", others));
  return { good: looked.filter((_, place) => !refusals[place]), told };
}
