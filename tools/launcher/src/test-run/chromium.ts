import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findProgram, type Program } from '../installed.ts'

/** What most journeys look through: Chromium without its own window, whose controls are drawn by a process of theirs. It shows no notifications. */
export const HEADLESS_SHELL: Program = {
  places: [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'],
  debianPackage: 'chromium-headless-shell',
}

export const CHROMIUM: Program = {
  places: [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium',
}

/** A whole Chromium for the browser journeys: one that is there, else Debian's, else Playwright's own; undefined when none is to be had. */
export async function findChromium(): Promise<string | undefined> {
  const found = findProgram(CHROMIUM.places, CHROMIUM.debianPackage)
  if (found) return found
  console.log('  installing Playwright’s Chromium…')
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const cli = [join(playwright, 'cli.js'), 'install', '--with-deps', 'chromium']
  if (spawnSync(process.execPath, cli, { stdio: 'ignore' }).status !== 0) return undefined
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}
