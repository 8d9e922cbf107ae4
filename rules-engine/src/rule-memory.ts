import type pg from 'pg'
import type { FenceState } from '@carewatch/contracts/rules/fence'
import type { JudgedKind, RuleState } from '@carewatch/contracts/rules/rule'

/** What the rules of each kind remember of a device. */
export type StateOf = Record<JudgedKind, RuleState> & { GEOFENCE: FenceState }
type Kind = keyof StateOf
type State = StateOf[Kind]
type Row = { device_id: number; kind: Kind; state: State }

const LOAD = 'select device_id, kind, state from rule_states where device_id = any($1::int4[])'
const SAVE = `
insert into rule_states (device_id, kind, state, updated_at)
select device_id, kind, state::jsonb, now() from unnest($1::int4[], $2::text[], $3::text[]) as s (device_id, kind, state)
on conflict (device_id, kind) do update set state = excluded.state, updated_at = excluded.updated_at`

const nothing = {}

/** What the rules remember, in memory and in `rule_states`. There is one judge at a time, so memory never falls behind the table. */
export function createRuleMemory() {
  const states = new Map<number, Map<Kind, State>>()
  let changed = new Map<number, Set<Kind>>()

  return {
    async load(db: pg.ClientBase, ids: Iterable<number>): Promise<void> {
      const missing = [...new Set(ids)].filter((id) => !states.has(id))
      if (missing.length === 0) return
      const { rows } = await db.query<Row>(LOAD, [missing])
      for (const id of missing) states.set(id, new Map())
      for (const { device_id, kind, state } of rows) states.get(device_id)?.set(kind, state)
    },
    // Safe: what stands under a kind was set under it, here or before the last restart.
    of: <Of extends Kind>(id: number, kind: Of) => (states.get(id)?.get(kind) ?? nothing) as StateOf[Of],
    set<Of extends Kind>(id: number, kind: Of, state: StateOf[Of]): void {
      states.get(id)?.set(kind, state)
      changed.set(id, (changed.get(id) ?? new Set()).add(kind))
    },
    async save(db: pg.ClientBase): Promise<void> {
      const rows = [...changed].flatMap(([id, kinds]) =>
        [...kinds].map((kind) => ({ id, kind, state: states.get(id)?.get(kind) ?? nothing })),
      )
      if (rows.length === 0) return
      await db.query(SAVE, [
        rows.map(({ id }) => id),
        rows.map(({ kind }) => kind),
        rows.map(({ state }) => JSON.stringify(state)),
      ])
      changed = new Map()
    },
    /** After a rollback, or when another judge had the word meanwhile. */
    forgetAll(): void {
      states.clear()
      changed = new Map()
    },
  }
}

export type RuleMemory = ReturnType<typeof createRuleMemory>
