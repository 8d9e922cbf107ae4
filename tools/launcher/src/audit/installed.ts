import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Installed = { name: string; version: string; license: string; runsAtInstall: boolean }

const AT_INSTALL = ['preinstall', 'install', 'postinstall']

/** Everything that lies in the store of this workspace, as its own package.json describes it. */
export function readInstalled(root: string): Installed[] {
  const store = join(root, 'node_modules', '.pnpm')
  return readdirSync(store).flatMap((id) => {
    const modules = join(store, id, 'node_modules')
    return id === 'node_modules' || !existsSync(modules) ? [] : foldersIn(modules).map(describePackage)
  })
}

/** Links lead to other packages' own places. */
function foldersIn(modules: string): string[] {
  return readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
    )
    .map((name) => join(modules, name))
    .filter((path) => lstatSync(path).isDirectory() && existsSync(join(path, 'package.json')))
}

function describePackage(folder: string): Installed {
  // Safe: npm takes no package without a name and a version; the rest is looked at.
  const { name, version, license, licenses, scripts } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as {
    name: string
    version: string
    license?: unknown
    licenses?: unknown
    scripts?: Record<string, string>
  }
  const isBuilt = existsSync(join(folder, 'binding.gyp'))
  const runsAtInstall = isBuilt || AT_INSTALL.some((script) => scripts?.[script] !== undefined)
  return { name, version, license: licenseOf(license ?? licenses), runsAtInstall }
}

function licenseOf(license: unknown): string {
  if (typeof license === 'string') return license
  const [first] = Array.isArray(license) ? license : [license]
  // Safe: the old form is an object with a type.
  const { type } = (first ?? {}) as { type?: unknown }
  return typeof type === 'string' ? type : 'none'
}
