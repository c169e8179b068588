import { existsSync, readdirSync } from "node:fs"
import os from "node:os"
import path from "node:path"

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

/** The machine's Chrome or Chromium (`CHROME_PATH` first), else one that Playwright downloaded, else null. */
export function findBrowser() {
  return [process.env.CHROME_PATH, ...PLACES, ...playwrightBrowsers()].find((place) => place && existsSync(place)) ?? null
}

function playwrightBrowsers() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), ".cache/ms-playwright")
  if (!existsSync(folder)) {
    return []
  }
  return readdirSync(folder)
    .filter((name) => name.startsWith("chromium-"))
    .flatMap((name) => ["chrome-linux/chrome", "chrome-linux64/chrome"].map((file) => path.join(folder, name, file)))
}
