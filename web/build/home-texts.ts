import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const CONTRACTS = join(import.meta.dirname, '../../contracts/src')
/** What stands around every screen, and the homes of a daughter, an administrator and a nurse. */
const ROOTS: readonly string[] = [
  'main.tsx',
  'shell/Shell.tsx',
  'routes/_shell.tsx',
  'routes/_shell/user/overview.tsx',
  'routes/_shell/admin/dashboard.tsx',
  'routes/_shell/admin/ward.tsx',
]
/** Name every screen or dialog and draw none; a dialog waits for all texts. */
const OF_ALL_SCREENS = /(?:routeTree\.gen|dialog-registry)\.ts$/
const IMPORT = /(?:^(?:import|export)\s(?!type\s)(?:[^'";]*?from\s*)?|import\()['"]([^'"]+)['"]/gm
const QUOTED = /['"`](\w+(?:\.\w*)*)(\$\{)?/g

function fileOf(from: string, source: string): string | null {
  if (source.startsWith('.')) return /\.tsx?$/.test(source) ? join(dirname(from), source) : null
  const [, inContracts] = /^@carewatch\/contracts\/(.+)$/.exec(source) ?? []
  const path = inContracts && join(CONTRACTS, `${inContracts}.ts`)
  return path && existsSync(path) ? path : null
}

/** The sources of these files and of all they draw with, also of what they fetch later. */
function sourcesOf(files: readonly string[]): string[] {
  const sources = new Map<string, string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (sources.has(file) || OF_ALL_SCREENS.test(file)) continue
    const source = readFileSync(file, 'utf8')
    sources.set(file, source)
    for (const [, imported = ''] of source.matchAll(IMPORT)) {
      const next = fileOf(file, imported)
      if (next !== null) open.push(next)
    }
  }
  return [...sources.values()]
}

/** Whether a text is named where the homes are drawn: by its whole id, or by the beginning of one that is put together. */
export function homeTexts(web: string): (id: string) => boolean {
  const whole = new Set<string>()
  const beginnings = new Set<string>()
  for (const source of sourcesOf(ROOTS.map((root) => join(web, root))))
    for (const [, quoted = '', more] of source.matchAll(QUOTED)) {
      if (more === undefined && !quoted.endsWith('.')) whole.add(quoted)
      else if (quoted.includes('.')) beginnings.add(quoted)
    }
  return (id) => whole.has(id) || [...beginnings].some((beginning) => id.startsWith(beginning))
}
