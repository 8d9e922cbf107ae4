export type Variables = Readonly<Record<string, string | undefined>>

/** A value as Node's own reader of `.env` takes it back: quoted where it holds more than plain characters. */
function quoted(value: string): string {
  if (/^[\w./:@+=,-]*$/.test(value)) return value
  const quote = ["'", '"', '`'].find((each) => !value.includes(each))
  if (quote === undefined || value.includes('\n'))
    throw new Error('A value cannot hold every kind of quote, or lines.')
  return quote + value + quote
}

/** The text of an `.env` with these variables in it: where they stood, or at its end; undefined: taken out. The rest stays as it was written. */
export function withVariables(text: string, variables: Variables): string {
  const left = new Map(Object.entries(variables))
  const lines = text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]
      if (name === undefined || !Object.hasOwn(variables, name)) return [line]
      const value = left.get(name)
      left.delete(name)
      return value === undefined ? [] : [`${name}=${quoted(value)}`]
    })
  const added = [...left].flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoted(value)}`],
  )
  return `${[...lines, ...added].join('\n').trimStart()}\n`
}
