import type { IndexHtmlTransformContext, Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** Each with the route that stands at it. */
const HOMES = ['/user/overview', '/admin/dashboard', '/admin/ward'] as const

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk')

/** A chunk with all that it begins with. */
function withImports(bundle: Bundle, first: Chunk): Set<Chunk> {
  const found = new Set([first])
  for (const chunk of found)
    for (const name of chunk.imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') found.add(next)
    }
  return found
}

function filesOf(bundle: Bundle, route: string): string[] {
  const chunks = chunksOf(bundle)
  const entry = chunks.find(({ isEntry }) => isEntry)
  const draws = (path: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(`/routes/${path}.tsx?`))
  const parts = [draws('_shell'), draws(`_shell${route}`)]
  if (!entry || parts.includes(undefined)) throw new Error(`Nothing draws ${route}: see build/ahead.ts.`)
  const known = withImports(bundle, entry)
  const needed = new Set(parts.flatMap((part) => (part ? [...withImports(bundle, part)] : [])))
  return [...needed.difference(known)].flatMap(({ fileName, viteMetadata }) => [
    `/${fileName}`,
    ...[...(viteMetadata?.importedCss ?? [])].map((css) => `/${css}`),
  ])
}

/** The letters and figures that every language is written with, if only in part. */
const LETTERS = /rubik-latin-wght-normal-[\w-]+\.woff2$/

function lettersIn(bundle: Bundle): string {
  const found = Object.keys(bundle).find((name) => LETTERS.test(name))
  if (found === undefined) throw new Error('No letters are built: see build/ahead.ts.')
  return `/${found}`
}

/** Names to public/before.js what the homes are drawn with, which it asks for beside the first scripts and not when they have run. */
export function ahead(): Plugin {
  return {
    name: 'ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return html
        const files = Object.fromEntries(
          HOMES.map((route) => [route, [...filesOf(bundle, route), lettersIn(bundle)]]),
        )
        const named = JSON.stringify(files).replaceAll('"', '&quot;')
        return html.replace('src="/before.js"', `src="/before.js" data-ahead="${named}"`)
      },
    },
  }
}
