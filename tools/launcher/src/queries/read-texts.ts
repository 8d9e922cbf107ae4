import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Query } from './find-statements.ts'

type Read = () => unknown[]
const KEY = 'carewatchQueryTexts'

/** What its module computes for each text. The module itself is asked, so that whatever a text is put together from is what it is in the program. */
export async function readTexts(queries: readonly Query[]): Promise<{ query: Query; texts: string[] }[]> {
  const read = new Map<Query, Read>()
  const byUrl = Map.groupBy(queries, ({ file }) => pathToFileURL(file).href)
  Object.assign(globalThis, {
    [KEY]: (url: string, index: number, texts: Read) => {
      const query = byUrl.get(url)?.[index]
      if (query) read.set(query, texts)
    },
  })
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = byUrl.get(url)
      if (!own) return loaded
      const asked = own.map(
        ({ texts }, index) =>
          `globalThis.${KEY}(${JSON.stringify(url)}, ${index}, () => [${texts.join(', ')}])`,
      )
      return { ...loaded, source: `${readFileSync(fileURLToPath(url), 'utf8')}\n;${asked.join('\n;')}` }
    },
  })
  try {
    for (const url of byUrl.keys()) await import(url)
  } finally {
    hooks.deregister()
  }
  return queries.map((query) => ({
    query,
    texts: (read.get(query)?.() ?? []).filter((text) => typeof text === 'string'),
  }))
}
