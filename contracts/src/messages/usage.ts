const LITERAL = /['"`]([\w]+(?:\.[\w]+)*)['"`]/g
const TEMPLATE = /`([\w]+\.[\w.]*\$\{[^`]*)`/g
const HOLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`)

/** Which message ids a program's text can ask for: those it writes out, and those that its templates (`metric.${name}`) can make. */
export function usedIds(sources: readonly string[]): (id: string) => boolean {
  const literals = new Set<string>()
  const templates = new Set<string>()
  for (const source of sources) {
    for (const [, id = ''] of source.matchAll(LITERAL)) literals.add(id)
    for (const [, text = ''] of source.matchAll(TEMPLATE))
      templates.add(`^${text.split(HOLE).map(escaped).join('.+')}$`)
  }
  const patterns = [...templates].map((pattern) => new RegExp(pattern))
  return (id) => literals.has(id) || patterns.some((pattern) => pattern.test(id))
}
