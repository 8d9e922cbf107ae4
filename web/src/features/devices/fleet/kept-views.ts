import { deviceFilters } from '@carewatch/contracts/fleet'
import { useLocalStorage } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { z } from 'zod'
import { userAtom } from '../../../session/session.ts'
import { FleetSearch } from '../search.ts'

const View = z.object({ name: z.string().min(1).max(60), tab: z.enum(deviceFilters), search: FleetSearch })
export type View = z.output<typeof View>
const Views = z.array(View)

const parsed = (text: string | undefined): View[] => {
  try {
    return Views.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** Lists of devices that somebody keeps by a name, each person their own, in this browser: a later one of the same name takes the place of the former. */
export function useViews() {
  const user = useAtomValue(userAtom)
  const [views, keep] = useLocalStorage<View[]>({
    key: `carewatch.views.devices.${user?.uuid ?? ''}`,
    defaultValue: [],
    deserialize: parsed,
    getInitialValueInEffect: false,
  })
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    keep: (view: View) => keep([...without(view.name), view]),
    remove: (name: string) => keep(without(name)),
  }
}
