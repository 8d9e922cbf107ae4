import { type Edge, packageEdges, roomEdges } from './imports.ts'

const SERVICES = ['broker', 'ingest', 'rules-engine', 'api', 'web']
const BASE = ['contracts', 'platform', 'devices', 'migrations']

const BEGIN = '<!-- drawn by `npx --yes pnpm@12 docs:architecture --write` -->'
const END = '<!-- end of the drawing -->'

const diagram = (edges: readonly Edge[], nameOf: (folder: string) => string): string[] => [
  '```mermaid',
  'graph TD',
  ...edges.map(({ from, to }) => `  ${nameOf(from)} --> ${nameOf(to)}`),
  '```',
]

/** The packages that run and stand under them, and the rooms of those that have any that import one another, as Mermaid. */
export function drawing(root: string): string {
  const parts = [...SERVICES, ...BASE]
  const packages = packageEdges(root).filter(({ from, to }) => parts.includes(from) && parts.includes(to))
  const rooms = ['broker', 'rules-engine'].flatMap((folder) => [
    '',
    `### The rooms of ${folder}`,
    '',
    ...diagram(roomEdges(root, folder), (room) => room.slice(`${folder}/src/`.length)),
  ])
  return [...diagram(packages, (folder) => folder), ...rooms].join('\n')
}

/** The page with its drawing replaced. Throws where it has no place for one. */
export function withDrawing(page: string, drawn: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`the page has no place between ${BEGIN} and ${END}`)
  return `${page.slice(0, from)}${BEGIN}\n\n${drawn}\n\n${page.slice(to)}`
}
