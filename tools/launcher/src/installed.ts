import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runOnce } from './run-once.ts'

/** A program at one of its usual places, or from a Debian package. */
export type Program = { places: readonly (string | undefined)[]; debianPackage: string }

const APT = '/usr/bin/apt-get'
const INSTALL = ['install', '-y', '-qq', '--no-install-recommends']
const QUIET = { DEBIAN_FRONTEND: 'noninteractive' }

const findAt = (places: Program['places']): string | undefined =>
  places.find((place) => place !== undefined && existsSync(place))

const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync(APT)

/** A program the tests use, at one of its usual places, else from Debian where we are root; undefined when it is not to be had. */
export function findProgram(places: Program['places'], debianPackage: string): string | undefined {
  const there = findAt(places)
  if (there || !mayInstall()) return there
  console.log(`  installing ${debianPackage} from Debian…`)
  for (const words of [
    ['update', '-qq'],
    [...INSTALL, debianPackage],
  ])
    spawnSync(APT, words, { stdio: 'ignore', env: { ...process.env, ...QUIET } })
  return findAt(places)
}

/** Installs what is missing of these in one go, while others work; what is not to be had stays missing. */
export async function installMissing(programs: readonly Program[]): Promise<void> {
  const missing = programs.filter(({ places }) => findAt(places) === undefined)
  if (missing.length === 0 || !mayInstall()) return
  const packages = missing.map(({ debianPackage }) => debianPackage)
  console.log(`  installing ${packages.join(', ')} from Debian…`)
  try {
    await runOnce([APT, 'update', '-qq'], QUIET)
    await runOnce([APT, ...INSTALL, ...packages], QUIET)
  } catch (error) {
    console.log(`  not installed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
