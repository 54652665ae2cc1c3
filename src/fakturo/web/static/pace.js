// While the server takes files more slowly than they come, one line above the list says how many wait, and until about when.
import { say } from "./say.js";
import { counted } from "./texts.js";
import { minute } from "./times.js";

const line = document.getElementById("pace");
let perMinute = 0;

// Of an answer that asks for a pause: `"uploads";q=50;w=300` means fifty in five minutes. Other pauses have no pace.
export function learnPace(answer) {
  const [, count, seconds] = /"uploads";q=(\d+);w=(\d+)/.exec(answer.getResponseHeader("RateLimit-Policy") ?? "") ?? [];
  if (seconds > 0) perMinute = (count * 60) / seconds;
}

// Told once to who listens; to who looks, as long as it is so.
export function tellPace(count, nextAt) {
  if (!count) perMinute = 0;
  const begins = line.hidden && perMinute > 0;
  line.hidden = !perMinute;
  if (!perMinute) return;
  const last = Math.max(Date.now(), nextAt) + ((count - 1) * 60000) / perMinute;
  const values = { rate: Math.max(1, Math.round(perMinute)), time: minute(last) };
  const sentence = counted("{count} file waits to be sent: the server takes {rate} a minute. It is sent by about {time}, if this page stays open.", "{count} files wait to be sent: the server takes {rate} a minute. All are sent by about {time}, if this page stays open.", count, values);
  line.querySelector("p").textContent = sentence;
  if (begins) say(sentence);
}
