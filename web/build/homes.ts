import { join } from 'node:path'

type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null
}

const ROUTES = join(import.meta.dirname, '../src/routes/_shell')
/** Where a family lands, and where those who care do: each with the letter by which it is named here. */
const HOMES = { f: 'user/overview', o: 'admin/dashboard', w: 'admin/ward' } as const
const SPLIT = '?tsr-split=component---loader'

/** What others wrote comes with what uses it, but for icons, which several of ours draw by: their packages name all that they have. */
const isOurs = (id: string): boolean => !id.includes('/node_modules/')
const ICON = /@tabler[\\/]icons-react[\\/].*[\\/](Icon\w+)\.mjs$/
const ICONS_OF = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"]/g

const iconsIn = (code: string): string[] =>
  [...code.matchAll(ICONS_OF)].flatMap(([, names = '']) => names.match(/\bIcon\w+/g) ?? [])

/** All of ours that a home is drawn with from its beginning, and the names of its icons. */
function drawnWith(home: string, graph: Graph): Set<string> {
  const found = new Set([join(ROUTES, `${home}.tsx${SPLIT}`).replaceAll('\\', '/')])
  const icons = new Set<string>()
  for (const id of found) {
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {}
    for (const imported of importedIds) if (isOurs(imported)) found.add(imported)
    for (const icon of iconsIn(code ?? '')) icons.add(icon)
  }
  if (found.size === 1) throw new Error(`Nothing draws ${home}: see build/homes.ts.`)
  return found.union(icons)
}

/** Names what several homes are drawn with by those homes: nobody fetches what another home alone needs. */
export function ofSeveralHomes(): (id: string, graph: Graph) => string | null {
  let homes: (readonly [string, Set<string>])[] | undefined
  return (id, graph) => {
    homes ??= Object.entries(HOMES).map(([letter, home]) => [letter, drawnWith(home, graph)] as const)
    const name = ICON.exec(id)?.[1] ?? id
    const letters = homes.flatMap(([letter, names]) => (names.has(name) ? [letter] : []))
    if (letters.length < 2) return null
    // A dashboard and a family's day have too little in common for a file of its own.
    return letters.includes('w') ? `homes-${letters.join('')}` : 'homes-fow'
  }
}
