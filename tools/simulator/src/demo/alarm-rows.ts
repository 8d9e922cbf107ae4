import { alarmKind } from '@carewatch/contracts/alarms'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { DUE_MS } from '@carewatch/contracts/tasks'
import { alarmHistory, alarms, notifications, taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import { DAY_MS, MINUTE_MS } from '../physiology/local-time.ts'
import type { CompanyKey } from './demo-data.ts'
import type { Company } from './company-rows.ts'
import { episodes, startOf, type Episode } from './episodes.ts'
import { known, only } from './only.ts'
import type { WornWatch } from './watch-rows.ts'
import type { Writer } from './writer.ts'

/** An episode with its moments worked out. */
type DatedEpisode = {
  episode: Episode
  watch: WornWatch
  person: number | null
  openedAt: Date
  clearedAt: Date | null
  acknowledgedAt: Date | null
  closedAt: Date | null
}

function datedEpisode(
  episode: Episode,
  watch: WornWatch,
  { company, now }: { company: Company; now: number },
): DatedEpisode {
  const start = startOf(episode, now)
  const at = (minutes: number | undefined) =>
    minutes === undefined ? null : new Date(start + minutes * MINUTE_MS)
  const over = episode.cleared !== undefined && episode.acknowledged !== undefined
  return {
    episode,
    watch,
    person: episode.by ? known(company.team, episode.by) : null,
    openedAt: new Date(start),
    clearedAt: at(episode.cleared),
    acknowledgedAt: at(episode.acknowledged),
    closedAt: at(episode.closed ?? (over ? episode.cleared : undefined)),
  }
}

const placeOf = ({ watch }: DatedEpisode) => ({
  deviceId: watch.id,
  companyId: watch.companyId,
  branchId: watch.branchId,
})

async function insertAlarm({ db }: Writer, one: DatedEpisode): Promise<number> {
  const { episode, person, openedAt, clearedAt, acknowledgedAt, closedAt } = one
  const { category, latched } = alarmKind(episode.kind)
  const made = await db
    .insert(alarms)
    .values({
      ...placeOf(one),
      kind: episode.kind,
      direction: episode.direction,
      category,
      severity: episode.severity,
      active: !clearedAt && !closedAt,
      latched,
      metric: episode.metric ?? null,
      value: episode.value ?? null,
      count: episode.count ?? 1,
      openedAt,
      lastAt: openedAt,
      clearedAt,
      acknowledgedAt,
      acknowledgedById: acknowledgedAt && person,
      closedAt,
      closedById: closedAt && latched ? person : null,
      cause: episode.cause ?? null,
      createdAt: openedAt,
    })
    .returning()
  return only(made).id
}

async function insertHistory({ db }: Writer, alarmId: number, one: DatedEpisode): Promise<void> {
  const { episode, person, openedAt, clearedAt, acknowledgedAt, closedAt } = one
  const { severity, value = null, note = null } = episode
  const steps = [
    { step: 'OPENED' as const, at: openedAt, userId: null, severity, value },
    { step: 'ACKNOWLEDGED' as const, at: acknowledgedAt, userId: person },
    { step: 'CLEARED' as const, at: clearedAt, userId: null },
    { step: 'CLOSED' as const, at: closedAt, userId: episode.cause ? person : null, note },
  ]
  const happened = steps.flatMap(({ at, ...rest }) => (at ? [{ ...rest, at, alarmId }] : []))
  await db.insert(alarmHistory).values(happened.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
}

async function insertNotification({ db }: Writer, alarmId: number, one: DatedEpisode): Promise<void> {
  const { episode, person, openedAt, acknowledgedAt } = one
  await db.insert(notifications).values({
    ...placeOf(one),
    alarmId,
    type: alarmKind(episode.kind).notification,
    acknowledgedAt,
    acknowledgedById: acknowledgedAt && person,
    createdAt: openedAt,
  })
}

const titleOf = ({ kind, direction, metric, value }: Episode): string =>
  alarmMessage('en', { kind, direction, metric: metric ?? null, value: value ?? null, late: false })

function statusOf({ episode, closedAt, acknowledgedAt }: DatedEpisode) {
  if (episode.deferred) return 'DEFERRED' as const
  if (closedAt) return 'DONE' as const
  return acknowledgedAt ? ('IN_PROGRESS' as const) : ('OPEN' as const)
}

async function insertTask({ db }: Writer, alarmId: number, one: DatedEpisode): Promise<void> {
  const { episode, person, openedAt, acknowledgedAt, closedAt } = one
  const status = statusOf(one)
  const made = await db
    .insert(tasks)
    .values({
      ...placeOf(one),
      alarmId,
      title: titleOf(episode),
      status,
      monitoringType: alarmKind(episode.kind).monitoringType,
      alertType: episode.kind,
      severity: episode.severity,
      assignedToId: person,
      outcome: status === 'DONE' ? (episode.note ?? null) : null,
      reason: status === 'DEFERRED' ? (episode.note ?? null) : null,
      deferredUntil: status === 'DEFERRED' ? new Date(openedAt.getTime() + 1.5 * DAY_MS) : null,
      dueAt: new Date(openedAt.getTime() + DUE_MS[episode.severity]),
      doneAt: status === 'DONE' ? closedAt : null,
      createdAt: openedAt,
      updatedAt: closedAt ?? acknowledgedAt ?? openedAt,
    })
    .returning()
  if (acknowledgedAt)
    await db.insert(taskHistory).values({
      taskId: only(made).id,
      at: acknowledgedAt,
      userId: person,
      change: { status: 'IN_PROGRESS', assignedToId: person },
    })
}

type DemoRows = { companies: Record<CompanyKey, Company>; worn: readonly WornWatch[]; now: number }

/** The fortnight's alarms as people lived them: opened, acknowledged, closed, with their tasks. */
export async function writeAlarms(writer: Writer, { companies, worn, now }: DemoRows): Promise<void> {
  for (const episode of episodes.toReversed()) {
    const watch = only(worn.slice(episode.wearer))
    const one = datedEpisode(episode, watch, { company: companies[watch.company], now })
    const alarmId = await insertAlarm(writer, one)
    await insertHistory(writer, alarmId, one)
    await insertNotification(writer, alarmId, one)
    await insertTask(writer, alarmId, one)
  }
}
