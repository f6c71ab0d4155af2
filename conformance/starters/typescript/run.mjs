// Starts the adapter: from src/ where node reads TypeScript itself, else from build/.

import { readdirSync, statSync } from "node:fs";
import { exit, features, version } from "node:process";

const changed = (file) => statSync(new URL(file, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;

if (features.typescript) {
  await import("./src/adapter.ts");
} else {
  const stale = readdirSync(new URL("src/", import.meta.url))
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => !(changed(`build/${file.slice(0, -3)}.js`) >= changed(`src/${file}`)));
  if (stale.length) {
    console.error(`build/ is older than src/ (${stale.join(", ")}), and node ${version} cannot read`);
    console.error("TypeScript: run 'npm install' and 'npx tsc', or use node 22.18 or later.");
    exit(1);
  }
  await import("./build/adapter.js");
}
