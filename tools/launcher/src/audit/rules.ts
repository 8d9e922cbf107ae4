import type { Installed } from './installed.ts'

/** Licences that ask for nothing but their own text. MPL-2.0 asks for changes to its own files, and we make none. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Looked at by hand: libvips lies beside us as the shared library it is built as, which is what its licence asks. */
const isLookedAt = ({ name, license }: Installed): boolean =>
  name.startsWith('@img/sharp-libvips-') && license === 'LGPL-3.0-or-later'

/** Of «A OR B» we choose; of «A AND B» both hold. */
const isFine = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => LICENSES.has(one.trim())))

export const wrongLicenses = (installed: readonly Installed[]): string[] =>
  installed
    .filter((one) => !isFine(one.license) && !isLookedAt(one))
    .map(({ name, version, license }) => `${name} ${version} is under ${license}`)

export const unexpectedScripts = (installed: readonly Installed[], decided: ReadonlySet<string>): string[] =>
  installed
    .filter(({ name, runsAtInstall }) => runsAtInstall && !decided.has(name))
    .map(
      ({ name, version }) => `${name} ${version} runs a script when it is installed: decide in allowBuilds`,
    )

const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/
const isPinned = (specifier: string): boolean =>
  specifier === 'catalog:' || specifier.startsWith('workspace:') || EXACT.test(specifier)

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

export const unpinned = (path: string, manifest: Manifest): string[] =>
  Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
    .filter(([, specifier]) => !isPinned(specifier))
    .map(([name, specifier]) => `${path} takes ${name} at ${specifier}, which is not one version`)

const RESOLUTION = /^ +resolution: (.*)$/gm

/** What the lockfile names by anything but its content, or from anywhere but the registry. */
export const strangeResolutions = (lockfile: string): string[] =>
  [...lockfile.matchAll(RESOLUTION)]
    .map(([, resolution = '']) => resolution)
    .filter((resolution) => !/^\{integrity: sha512-[A-Za-z0-9+/=]+\}$/.test(resolution))
    .map((resolution) => `the lockfile resolves something by ${resolution}`)

export const catalogOf = (workspace: string): string[] =>
  [...workspace.matchAll(/^ {2}'?([@\w/.-]+)'?: (\d\S*|[\^~>]\S*)$/gm)]
    .filter(([, , version = '']) => !EXACT.test(version))
    .map(([, name, version]) => `the catalogue has ${name} at ${version}, which is not one version`)

export const decidedBuilds = (workspace: string): Set<string> =>
  new Set([...workspace.matchAll(/^ {2}'?([@\w/.-]+)'?: (?:true|false)$/gm)].map(([, name = '']) => name))
