// What to make of the PDFs: remembered, with a line that says what it is.
const chooser = document.getElementById("mapping");
const explanation = document.getElementById("explanation");
const who = document.getElementById("who");
const YEAR_SECONDS = 365 * 24 * 3600;

const chosen = () => chooser.selectedOptions[0];

export function mappingChosen(name = chooser.value) {
  const option = [...chooser.options].find((each) => each.value === name) ?? chosen();
  return { name: option.value, title: option.textContent };
}

const isLater = () => sessionStorage.getItem("later") !== null;

export function startMapping() {
  if (who && isLater()) who.hidden = true;
  document.getElementById("later")?.addEventListener("click", () => {
    sessionStorage.setItem("later", "");
    who.hidden = true;
    chooser.focus();
  });
  chooser.addEventListener("change", () => {
    document.cookie = `mapping=${encodeURIComponent(chooser.value)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
    explanation.textContent = chosen().dataset.explanation;
    if (who) who.hidden = isLater() || chosen().dataset.target !== "coretax";
  });
}
