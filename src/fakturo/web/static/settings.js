// The settings page.
import { startCopying } from "./copy.js";
import { keepTimes } from "./times.js";

keepTimes();
startCopying();
