// Buttons that copy a text.
import { say } from "./say.js";
import { text } from "./texts.js";

export function startCopying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest('[data-do="copy"]');
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.text);
      say(text("Copied."));
    } catch {
      say(button.dataset.text);
    }
  });
}
