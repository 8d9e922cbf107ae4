import type { FenceState } from '@carewatch/contracts/rules/fence'
import type { Flaps } from '@carewatch/contracts/rules/flapping'
import type { Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import type { RuleKind, RuleState } from '@carewatch/contracts/rules/rule'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import { createNewestMeasured, type Measured } from './newest-measured.ts'

/** What the rules of each kind remember of a device. */
export type StateOf = Record<RuleKind, RuleState> & { GEOFENCE: FenceState }
type Kind = keyof StateOf
type State = StateOf[Kind]
type Row = { device_id: number; kind: Kind; state: Record<string, unknown> }
type Worn = Pick<DeviceProfile, 'id' | 'wornSinceMs' | 'assignmentId'>

/** What was remembered of who wore the device before says nothing of who wears it now. */
const LOAD = `
select device_id, kind, state from rule_states where device_id = any($1::int4[]) and updated_at >= evaluated_since(device_id)`
const SAVE = `
insert into rule_states (device_id, kind, state, updated_at)
select device_id, kind, state::jsonb, now() from unnest($1::int4[], $2::text[], $3::text[]) as s (device_id, kind, state)
on conflict (device_id, kind) do update set state = excluded.state, updated_at = excluded.updated_at`

const nothing = { state: {}, flaps: {} }

/** What is remembered of whoever says that they are a device and is not known to be: apart from the device, and in memory alone. */
function createUnprovenMemory() {
  const known = new Map<number, Map<Kind, Remembered<State>>>()
  const newestMeasured = createNewestMeasured()
  return {
    isNewest: (fact: Measured): boolean => newestMeasured.isNewest(fact),
    of: <Of extends Kind>(id: number, kind: Of): Remembered<StateOf[Of]> =>
      // Safe: what stands under a kind was set under it.
      (known.get(id)?.get(kind) ?? nothing) as Remembered<StateOf[Of]>,
    set<Of extends Kind>(id: number, kind: Of, remembered: Remembered<StateOf[Of]>): void {
      known.set(id, (known.get(id) ?? new Map()).set(kind, remembered))
    },
    forget: (id: number): void => void known.delete(id),
    forgetAll(): void {
      known.clear()
      newestMeasured.forgetAll()
    },
  }
}

/** What the rules remember, in memory and in `rule_states`. There is one leader at a time, so memory never falls behind the table. */
export function createRuleMemory() {
  const known = new Map<number, Map<Kind, Remembered<State>>>()
  const newestMeasured = createNewestMeasured()
  const worn = new Map<number, Worn>()
  let changed = new Map<number, Set<Kind>>()
  const ofUnproven = createUnprovenMemory()

  return {
    ofUnproven,
    isNewest: (fact: Measured): boolean => newestMeasured.isNewest(fact),
    async load(db: pg.ClientBase, ids: Iterable<number>): Promise<void> {
      const missing = [...new Set(ids)].filter((id) => !known.has(id))
      if (missing.length === 0) return
      const { rows } = await db.query<Row>(LOAD, [missing])
      for (const id of missing) known.set(id, new Map())
      for (const { device_id, kind, state } of rows) {
        const remembered = read(state)
        known.get(device_id)?.set(kind, remembered)
        newestMeasured.recall(device_id, remembered.state)
      }
    },
    /** Whoever wears the device since another time than was known is somebody else, unless only who wore it before was written down. */
    ofWearer({ id, wornSinceMs, assignmentId }: Worn): void {
      const before = worn.get(id)
      worn.set(id, { id, wornSinceMs, assignmentId })
      if (before === undefined || before.wornSinceMs === wornSinceMs) return
      if (assignmentId !== null && before.assignmentId === assignmentId) return
      known.set(id, new Map())
      ofUnproven.forget(id)
    },
    of: <Of extends Kind>(id: number, kind: Of): Remembered<StateOf[Of]> =>
      // Safe: what stands under a kind was set under it, here or before the last restart.
      (known.get(id)?.get(kind) ?? nothing) as Remembered<StateOf[Of]>,
    set<Of extends Kind>(id: number, kind: Of, remembered: Remembered<StateOf[Of]>): void {
      known.get(id)?.set(kind, remembered)
      changed.set(id, (changed.get(id) ?? new Set()).add(kind))
    },
    async save(db: pg.ClientBase): Promise<void> {
      const rows = [...changed].flatMap(([id, kinds]) =>
        [...kinds].map((kind) => ({ id, kind, state: written(known.get(id)?.get(kind) ?? nothing) })),
      )
      if (rows.length === 0) return
      await db.query(SAVE, [
        rows.map(({ id }) => id),
        rows.map(({ kind }) => kind),
        rows.map(({ state }) => state),
      ])
      changed = new Map()
    },
    /** After a rollback, or when another engine was the leader meanwhile. */
    forgetAll(): void {
      known.clear()
      worn.clear()
      newestMeasured.forgetAll()
      ofUnproven.forgetAll()
      changed = new Map()
    },
  }
}

export type RuleMemory = ReturnType<typeof createRuleMemory>

/** Flaps stand beside what the rule itself remembers, whose keys are of its own choosing. */
const written = ({ state, flaps }: Remembered<State>): string => JSON.stringify({ ...state, flaps })

function read({ flaps, ...state }: Row['state']): Remembered<State> {
  // Safe: written above.
  return { state: state as State, flaps: (flaps ?? {}) as Flaps }
}
