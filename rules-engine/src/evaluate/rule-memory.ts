import type { Measuring } from '@carewatch/contracts/measuring'
import type { FenceState } from '@carewatch/contracts/rules/fence'
import type { Flaps } from '@carewatch/contracts/rules/flapping'
import type { Observer } from '@carewatch/contracts/rules/observer'
import type { Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import type { RuleKind, RuleState } from '@carewatch/contracts/rules/rule'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import { createLateSpans, type LateSpans } from './late-spans.ts'
import { createNewestMeasured, type Measured } from './newest-measured.ts'
import { createObservers } from './observers.ts'

/** What the rules of each kind remember of a device. */
export type StateOf = Record<RuleKind, RuleState> & { GEOFENCE: FenceState }
type Kind = keyof StateOf
type State = StateOf[Kind]
type Saved = Kind | typeof LATE
type Row = { device_id: number; kind: Saved; state: Record<string, unknown> }
type Worn = Pick<DeviceProfile, 'id' | 'wornSinceMs' | 'assignmentId'>

/** Beside what the rules remember stands what came late and is still to be judged. */
const LATE = 'LATE'

/** What was remembered of who wore the device before says nothing of who wears it now. */
const LOAD = `
select device_id, kind, state from rule_states where device_id = any($1::int4[]) and updated_at >= evaluated_since(device_id)`
const SAVE = `
insert into rule_states (device_id, kind, state, updated_at)
select device_id, kind, state::jsonb, now() from unnest($1::int4[], $2::text[], $3::text[]) as s (device_id, kind, state)
on conflict (device_id, kind) do update set updated_at = excluded.updated_at, state =
  -- Another engine may have noted what came with a call for help.
  case when excluded.kind = '${LATE}' and excluded.state ? 'from' and rule_states.state ? 'from' then jsonb_build_object(
    'from', least(excluded.state -> 'from', rule_states.state -> 'from'), 'to', greatest(excluded.state -> 'to', rule_states.state -> 'to'),
    'firstAt', least(excluded.state -> 'firstAt', rule_states.state -> 'firstAt'), 'lastAt', greatest(excluded.state -> 'lastAt', rule_states.state -> 'lastAt'))
  else excluded.state end`

const nothing = { state: {}, flaps: {} }

/** What is remembered of whoever says that they are a device and is not known to be: apart from the device, and in memory alone. */
function createUnprovenMemory(late: LateSpans) {
  const known = new Map<number, Map<Kind, Remembered<State>>>()
  const newestMeasured = createNewestMeasured()
  const observers = createObservers(() => ({}))
  return {
    late,
    /** Nobody is asked who is not known to be the watch. */
    unconfirmed: new Set<number>(),
    observer: (id: number, measuring: Measuring): Observer => observers.of(id, measuring),
    isNewest: (fact: Measured): boolean => newestMeasured.isNewest(fact),
    of: <Of extends Kind>(id: number, kind: Of): Remembered<StateOf[Of]> =>
      // Safe: what stands under a kind was set under it.
      (known.get(id)?.get(kind) ?? nothing) as Remembered<StateOf[Of]>,
    set<Of extends Kind>(id: number, kind: Of, remembered: Remembered<StateOf[Of]>): void {
      known.set(id, (known.get(id) ?? new Map()).set(kind, remembered))
    },
    forget(id: number): void {
      known.delete(id)
      observers.forget(id)
    },
    forgetAll(): void {
      known.clear()
      observers.forgetAll()
      newestMeasured.forgetAll()
    },
  }
}

/** What the rules remember, in memory and in `rule_states`. There is one leader at a time, so memory never falls behind the table. */
export function createRuleMemory() {
  const known = new Map<number, Map<Kind, Remembered<State>>>()
  const newestMeasured = createNewestMeasured()
  const worn = createWorn()
  let changed = new Map<number, Set<Saved>>()
  const change = (id: number, kind: Saved): void =>
    void changed.set(id, (changed.get(id) ?? new Set()).add(kind))
  const late = createLateSpans((id) => change(id, LATE))
  // What they say of before ends or begins no story of the watch.
  const ofUnproven = createUnprovenMemory(createLateSpans(() => {}))
  // Safe: what stands under a kind was set under it.
  const observers = createObservers((id) => (known.get(id)?.get('OFF_WRIST')?.state ?? {}) as RuleState)

  return {
    ofUnproven,
    observer: (id: number, measuring: Measuring): Observer => observers.of(id, measuring),
    isNewest: (fact: Measured): boolean => newestMeasured.isNewest(fact),
    async load(db: pg.ClientBase, ids: Iterable<number>): Promise<void> {
      const missing = [...new Set(ids)].filter((id) => !known.has(id))
      if (missing.length === 0) return
      const { rows } = await db.query<Row>(LOAD, [missing])
      for (const id of missing) known.set(id, new Map())
      for (const { device_id, kind, state } of rows) {
        if (kind === LATE) {
          late.recall(device_id, state)
          continue
        }
        const remembered = read(state)
        known.get(device_id)?.set(kind, remembered)
        newestMeasured.recall(device_id, remembered.state)
      }
    },
    /** Whoever wears the device since another time than was known is somebody else, unless only who wore it before was written down. */
    ofWearer({ id, wornSinceMs, assignmentId }: Worn): void {
      if (!worn.isSomebodyElse({ id, wornSinceMs, assignmentId })) return
      known.set(id, new Map())
      late.forget(id)
      observers.forget(id)
      ofUnproven.forget(id)
    },
    of: <Of extends Kind>(id: number, kind: Of): Remembered<StateOf[Of]> =>
      // Safe: what stands under a kind was set under it, here or before the last restart.
      (known.get(id)?.get(kind) ?? nothing) as Remembered<StateOf[Of]>,
    set<Of extends Kind>(id: number, kind: Of, remembered: Remembered<StateOf[Of]>): void {
      known.get(id)?.set(kind, remembered)
      change(id, kind)
    },
    late,
    /** Of which watches another sample now would say whether it is so. */
    unconfirmed: new Set<number>(),
    async save(db: pg.ClientBase): Promise<void> {
      await saveChanged(db, changed, (id, kind) =>
        kind === LATE ? late.saved(id) : written(known.get(id)?.get(kind) ?? nothing),
      )
      changed = new Map()
    },
    /** After a rollback, or when another engine was the leader meanwhile. */
    forgetAll(): void {
      known.clear()
      for (const part of [late, worn, newestMeasured, observers, ofUnproven]) part.forgetAll()
      changed = new Map()
    },
  }
}

export type RuleMemory = ReturnType<typeof createRuleMemory>

/** By whom each watch was worn when it was last looked at. */
function createWorn() {
  const worn = new Map<number, Worn>()
  /** Since the same time, or by the same assignment, of which only the beginning was written down anew. */
  const isSame = (before: Worn, { wornSinceMs, assignmentId }: Worn): boolean =>
    before.wornSinceMs === wornSinceMs || (assignmentId !== null && before.assignmentId === assignmentId)
  return {
    isSomebodyElse(by: Worn): boolean {
      const before = worn.get(by.id)
      worn.set(by.id, by)
      return before !== undefined && !isSame(before, by)
    },
    forgetAll: (): void => worn.clear(),
  }
}

async function saveChanged(
  db: pg.ClientBase,
  changed: ReadonlyMap<number, ReadonlySet<Saved>>,
  stateOf: (id: number, kind: Saved) => string,
): Promise<void> {
  const rows = [...changed].flatMap(([id, kinds]) => [...kinds].map((kind) => ({ id, kind })))
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const kinds = rows.map(({ kind }) => kind)
  const values = [ids, kinds, rows.map(({ id, kind }) => stateOf(id, kind))]
  await db.query({ name: 'save-rules', text: SAVE, values })
}

/** By the version before: what came late was open under a word of its own, and ends as all that is open. */
const withOpen = (side: unknown): unknown =>
  typeof side === 'object' && side !== null && 'told' in side && side.told === true
    ? { open: 'MEDIUM', ...Object.fromEntries(Object.entries(side).filter(([, value]) => value !== null)) }
    : side

/** Flaps stand beside what the rule itself remembers, whose keys are of its own choosing. */
const written = ({ state, flaps }: Remembered<State>): string => JSON.stringify({ ...state, flaps })

function read({ flaps, ...saved }: Row['state']): Remembered<State> {
  const state = Object.fromEntries(Object.entries(saved).map(([key, side]) => [key, withOpen(side)]))
  // Safe: written above.
  return { state: state as State, flaps: (flaps ?? {}) as Flaps }
}
