import { useLocalStorage } from '@mantine/hooks'
import { z } from 'zod'
import type { Column } from './column.ts'

const Kept = z.array(z.string()).nullable()

const parsed = (text: string | undefined): string[] | null => {
  try {
    return Kept.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** Which columns this browser shows of a list. */
export function useShownColumns<Row>(name: string, columns: readonly Column<Row>[]) {
  const [kept, keep] = useLocalStorage<string[] | null>({
    key: `carewatch.columns.${name}`,
    defaultValue: null,
    deserialize: parsed,
    getInitialValueInEffect: false,
  })
  const shown = columns.filter(({ id, isExtra }) => (kept ? kept.includes(id) : !isExtra))
  const toggle = (id: string) => {
    const ids = shown.map((column) => column.id)
    keep(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])
  }
  return { shown: shown.length > 0 ? shown : columns.slice(0, 1), toggle }
}
