// The page of one file.
import { startCopying } from "./copy.js";
import { keepTimes } from "./times.js";

keepTimes();
startCopying();
