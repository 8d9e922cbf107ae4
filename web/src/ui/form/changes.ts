import type { Values } from './use-endpoint-form.ts'

const cleared = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(cleared(one)) === JSON.stringify(cleared(other))

/** Only what was changed goes on the wire; what was emptied goes as `null`. */
export const changesOf = (initial: Values, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isSame(initial[name], value))
      .map(([name, value]) => [name, cleared(value)]),
  )
