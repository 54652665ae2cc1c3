// The directory's page: a chosen file fills the field of rows; codes are suggested.
import "./codes.js";

const file = document.getElementById("csv-file");
file?.addEventListener("change", async () => {
  if (file.files.length) document.getElementById("csv").value = await file.files[0].text();
});
