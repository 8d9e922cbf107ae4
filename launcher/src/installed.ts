import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0

/** A program the tests use, at one of its usual places, else from Debian where we are root; undefined when it is not to be had. */
export function findProgram(
  places: readonly (string | undefined)[],
  debianPackage: string,
): string | undefined {
  const found = (): string | undefined => places.find((place) => place !== undefined && existsSync(place))
  const there = found()
  if (there || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return there
  console.log(`  installing ${debianPackage} from Debian…`)
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', debianPackage)
  return found()
}
