// One polite live region, which is also seen for a while. Milestones only: no percentages, no seconds.
const SHOWN_MS = 5000;
const region = document.getElementById("said");
let pending = [];
let timer;
let hiding;

// What is said within a moment is said together.
export function say(sentence) {
  pending.push(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = [...new Set(pending)].join(" ");
    pending = [];
    clearTimeout(hiding);
    hiding = setTimeout(() => (region.textContent = ""), SHOWN_MS);
  }, 150);
}
