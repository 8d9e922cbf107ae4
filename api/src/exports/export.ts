import { Readable } from 'node:stream'
import { EXPORT_DAYS, EXPORT_DAYS_MAX } from '@carewatch/contracts/http/exports'
import { Refusal } from '@carewatch/contracts/refusal'
import type { MetricName } from '@carewatch/contracts/metrics'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../access/visible-device.ts'
import { laterOf } from '../access/worn.ts'
import { lastOf, mayLocateWearer, wornSpans } from '../access/worn-spans.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { type Range, rangeOf } from '../http/range.ts'
import type { FileAnswer } from '../http/serve.ts'
import { getLocatedDevice } from '../access/located-device.ts'
import type { Services } from '../services.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import type { WearerRow } from '../wearers/wearer-rows.ts'
import { alarmsTable } from './alarms.ts'
import type { Turns } from './at-once.ts'
import type { Table } from './pages.ts'
import { POSITION_COLUMNS, positionsTable } from './positions.ts'
import { READING_COLUMNS, readingsTable } from './readings.ts'
import { tasksTable } from './tasks.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'

export type Kind = 'readings' | 'positions' | 'alarms' | 'tasks'
export type Format = 'csv' | 'json'
export type Query = {
  imei?: string | undefined
  wearerUUID?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  metric?: MetricName | undefined
}

type Lines = Pick<Services, 'db' | 'facts'>
/** Of whom the rows are: of one device, of one person, or of everybody in the viewer's scope. */
type Subject = { device?: VisibleDevice; wearer?: WearerRow }
type Asked = Range & { metric: MetricName | undefined }

/** The times of which a device's rows are the subject's, one after the other. */
async function spansOf(
  { db }: Lines,
  caller: Caller,
  { subject: { device, wearer }, from, to }: Range & { subject: Subject },
): Promise<(Range & { deviceId: number })[]> {
  if (device) return [{ deviceId: device.id, from: laterOf(from, device.shownSince), to }]
  if (!wearer) return []
  const spans = await wornSpans(db, caller, { wearerId: wearer.id, from, to })
  return spans.map((span) => ({ deviceId: span.deviceId, from: span.from, to: lastOf(span, to) }))
}

async function* oneAfterOther(tables: readonly Table[]): Table['pages'] {
  for (const { pages } of tables) yield* pages
}

const joined = (columns: readonly string[], tables: readonly Table[]): Table => ({
  columns,
  pages: oneAfterOther(tables),
})

async function tableOf(
  lines: Lines,
  caller: Caller,
  { kind, subject, asked }: { kind: Kind; subject: Subject; asked: Asked },
): Promise<Table> {
  const { db, facts } = lines
  const { from, to, metric } = asked
  const { device, wearer } = subject
  const since = device ? laterOf(from, device.handledSince) : from
  const rows = { from: since, to, deviceId: device?.id, wearerId: wearer?.id }
  switch (kind) {
    case 'alarms':
      return alarmsTable(db, caller, rows)
    case 'tasks':
      return tasksTable(db, caller, rows)
    case 'readings': {
      const spans = await spansOf(lines, caller, { subject, from, to })
      return joined(
        READING_COLUMNS,
        spans.map((span) => readingsTable(facts, { ...span, metric })),
      )
    }
    case 'positions': {
      const spans = await spansOf(lines, caller, { subject, from, to })
      return joined(
        POSITION_COLUMNS,
        spans.map((span) => positionsTable(facts, span)),
      )
    }
  }
}

type Named = { kind: Kind; imei: string | undefined; wearerUUID: string | undefined }

async function subjectOf({ db }: Lines, caller: Caller, { kind, imei, wearerUUID }: Named): Promise<Subject> {
  const isOfOne = kind === 'readings' || kind === 'positions'
  if (imei !== undefined && wearerUUID !== undefined) throw new InvalidFields({ wearerUUID: 'invalid' })
  if (isOfOne && imei === undefined && wearerUUID === undefined) throw new InvalidFields({ imei: 'required' })
  if (wearerUUID !== undefined) {
    const wearer = await getVisibleWearer(db, caller, wearerUUID)
    if (kind === 'positions' && !(await mayLocateWearer(db, caller, wearer.id)))
      throw new Refusal('forbidden', 'noLocation')
    return { wearer }
  }
  if (imei === undefined) return {}
  const find = kind === 'positions' ? getLocatedDevice : getVisibleDevice
  return { device: await find(db, caller, { imei }) }
}

/** Who took what away: for a device, its owner sees it too. */
export const traceExport = (
  { db }: Pick<Lines, 'db'>,
  caller: Caller,
  { what, subject: { device, wearer } }: { what: Record<string, string>; subject: Subject },
): Promise<void> =>
  audit(db, caller, {
    action: 'exported',
    entity: device ? 'device' : wearer ? 'wearer' : 'export',
    uuid: (device ?? wearer)?.uuid,
    companyId: (device ?? wearer ?? caller).companyId,
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
  const { imei, wearerUUID, metric } = query
  const range = rangeOf(query, { usual: EXPORT_DAYS, most: EXPORT_DAYS_MAX })
  const subject = await subjectOf(services, caller, { kind, imei, wearerUUID })
  const { write, mediaType } = writers[format]
  const body = await services.turns.take(caller.id, async () => {
    await traceExport(services, caller, { what: { kind, format }, subject })
    const table = await tableOf(services, caller, { kind, subject, asked: { ...range, metric } })
    return Readable.from(write(table), { objectMode: false })
  })
  return { body, mediaType, fileName: `${fileNameOf([kind, imei], range)}.${format}` }
}
