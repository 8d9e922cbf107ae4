import { Readable } from 'node:stream'
import { EXPORT_DAYS, EXPORT_DAYS_MAX } from '@carewatch/contracts/http/exports'
import type { MetricName } from '@carewatch/contracts/metrics'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../access/visible-device.ts'
import { laterOf } from '../access/worn.ts'
import { type Range, rangeOf } from '../http/range.ts'
import type { FileAnswer } from '../http/serve.ts'
import { getLocatedDevice } from '../access/located-device.ts'
import type { Services } from '../services.ts'
import { alarmsTable } from './alarms.ts'
import type { Turns } from './at-once.ts'
import type { Table } from './pages.ts'
import { positionsTable } from './positions.ts'
import { readingsTable } from './readings.ts'
import { tasksTable } from './tasks.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'

export type Kind = 'readings' | 'positions' | 'alarms' | 'tasks'
export type Format = 'csv' | 'json'
export type Query = {
  imei?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  metric?: MetricName | undefined
}

type Lines = Pick<Services, 'db' | 'facts'>
type Asked = Range & { device: VisibleDevice | undefined; metric: MetricName | undefined }

function tableOf({ db, facts }: Lines, caller: Caller, { kind, asked }: { kind: Kind; asked: Asked }): Table {
  const { device, ...others } = asked
  const since = kind === 'alarms' || kind === 'tasks' ? device?.handledSince : device?.shownSince
  const rest = { ...others, from: since ? laterOf(asked.from, since) : asked.from }
  switch (kind) {
    case 'alarms':
      return alarmsTable(db, caller, { ...rest, deviceId: device?.id })
    case 'tasks':
      return tasksTable(db, caller, { ...rest, deviceId: device?.id })
    case 'readings':
      return readingsTable(facts, { ...rest, deviceId: device?.id ?? 0 })
    case 'positions':
      return positionsTable(facts, { ...rest, deviceId: device?.id ?? 0 })
  }
}

async function deviceOf(
  { db }: Lines,
  caller: Caller,
  { kind, imei }: { kind: Kind; imei: string | undefined },
) {
  if (imei === undefined) return undefined
  return kind === 'positions'
    ? getLocatedDevice(db, caller, { imei })
    : getVisibleDevice(db, caller, { imei })
}

/** Who took what away: for a device, its owner sees it too. */
export const traceExport = (
  { db }: Pick<Lines, 'db'>,
  caller: Caller,
  { what, device }: { what: Record<string, string>; device: VisibleDevice | undefined },
): Promise<void> =>
  audit(db, caller, {
    action: 'exported',
    entity: device ? 'device' : 'export',
    uuid: device?.uuid,
    companyId: device ? device.companyId : caller.companyId,
    detail: what,
  })

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
/** Of numbers and dates: a file lies about where names must not. */
export const fileNameOf = (words: readonly (string | undefined)[], { from, to }: Range): string =>
  ['carewatch', ...words.filter(Boolean), dayOf(from), dayOf(to)].join('-')

const writers = {
  csv: { write: writeCsv, mediaType: 'text/csv; charset=utf-8' },
  json: { write: writeJson, mediaType: 'application/json' },
} as const

type Export = { kind: Kind; format: Format; query: Query }

/** A table as a file, written as it is read. */
export async function exportTable(
  services: Lines & { turns: Turns },
  caller: Caller,
  { kind, format, query }: Export,
): Promise<FileAnswer> {
  const { imei, metric } = query
  const range = rangeOf(query, { usual: EXPORT_DAYS, most: EXPORT_DAYS_MAX })
  const device = await deviceOf(services, caller, { kind, imei })
  const { write, mediaType } = writers[format]
  const body = await services.turns.take(caller.id, async () => {
    await traceExport(services, caller, { what: { kind, format }, device })
    const table = tableOf(services, caller, { kind, asked: { ...range, device, metric } })
    return Readable.from(write(table), { objectMode: false })
  })
  return { body, mediaType, fileName: `${fileNameOf([kind, imei], range)}.${format}` }
}
