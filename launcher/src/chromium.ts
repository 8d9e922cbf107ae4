import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const installed = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...PLACES].find((place) => place !== undefined && existsSync(place))

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0

/** A Chromium for the browser journeys: one that is there, else Debian's, else Playwright's own; undefined when none is to be had. */
export async function findChromium(): Promise<string | undefined> {
  const found = installed()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('  installing chromium from Debian…')
    run('apt-get', 'update', '-qq')
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')
    const fromDebian = installed()
    if (fromDebian) return fromDebian
  }
  console.log('  installing Playwright’s Chromium…')
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  if (!run(process.execPath, join(playwright, 'cli.js'), 'install', '--with-deps', 'chromium'))
    return undefined
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}
