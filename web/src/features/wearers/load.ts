import { allAlarms } from '@carewatch/contracts/http/alarms'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { wearerRoutine } from '@carewatch/contracts/http/routines'
import { type Wearer, wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { mayCall } from '../../session/may.ts'
import { loadPlaces, type Places } from './load-places.ts'
import { loadVitals, type Vitals } from './load-vitals.ts'
import type { PersonSearch } from './page-search.ts'

export type WornWatch = {
  watch: Wearer['devices'][number]
  /** Null: the watch is not for this viewer, only that it is worn. */
  device: Reply<typeof deviceDetail>['device'] | null
}
/** What somebody has to see to now, whatever they wore when it came about. */
export type Open = {
  alarms: Reply<typeof allAlarms>['alarms']
  tasks: Reply<typeof allTasks>['tasks']
}
/** The part of the page that is shown; `places` is null too where they are not for this viewer. */
type Parts = {
  open: Open | null
  routine: Reply<typeof wearerRoutine> | null
  vitals: Vitals | null
  places: Places | null
}
export type Loaded = Parts & {
  wearer: Wearer
  assignments: Reply<typeof wearerAssignments>['assignments']
  worn: WornWatch[]
}

/** A watch on somebody's wrist: how it is. */
async function loadWatch(watch: WornWatch['watch']): Promise<WornWatch> {
  const detail = await orNothing(call(deviceDetail, { params: { uuid: watch.uuid } }))
  return { watch, device: detail?.device ?? null }
}

async function loadOpen(uuid: string, role: Role): Promise<Open> {
  const query = { wearer: uuid, open: true, size: PAGE_SIZE_MAX }
  const [alarms, tasks] = await Promise.all([
    mayCall(allAlarms, role) ? orNothing(call(allAlarms, { query })) : null,
    mayCall(allTasks, role) ? orNothing(call(allTasks, { params: { time: new Date(0) }, query })) : null,
  ])
  return { alarms: alarms?.alarms ?? [], tasks: tasks?.tasks ?? [] }
}

type Person = Omit<Loaded, keyof Parts>
const NONE: Parts = { open: null, routine: null, vitals: null, places: null }

async function loadPart(
  { wearer, worn, assignments }: Person,
  search: PersonSearch,
  role: Role,
): Promise<Parts> {
  const devices = worn.flatMap(({ device }) => device ?? [])
  const { uuid } = wearer
  if (search.view === 'vitals')
    return { ...NONE, vitals: await loadVitals({ wearer, devices, assignments, search, role }) }
  if (search.view === 'places') return { ...NONE, places: await loadPlaces({ uuid, devices, search }) }
  const [open, routine] = await Promise.all([
    loadOpen(uuid, role),
    orNothing(call(wearerRoutine, { params: { uuid } })),
  ])
  return { ...NONE, open, routine }
}

type Asked = { uuid: string; search: PersonSearch; role: Role }

/** Everything of a person's page; null: nobody whom the viewer may see. */
export async function loadWearer({ uuid, search, role }: Asked): Promise<Loaded | null> {
  const found = await orNothing(call(wearerDetail, { params: { uuid } }))
  if (!found) return null
  const { wearer } = found
  const [{ assignments }, worn] = await Promise.all([
    call(wearerAssignments, { params: { uuid } }),
    Promise.all(wearer.devices.map(loadWatch)),
  ])
  const person = { wearer, assignments, worn }
  return { ...person, ...(await loadPart(person, search, role)) }
}

/** For the dialogs about one person. */
export const loadOne = async ({ uuid }: { uuid: string }): Promise<Wearer> =>
  (await call(wearerDetail, { params: { uuid } })).wearer
