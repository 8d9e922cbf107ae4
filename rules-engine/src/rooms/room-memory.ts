import type { Flaps } from '@carewatch/contracts/rules/flapping'
import type { Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import type { RoomKind, RoomSide, RoomState } from '@carewatch/contracts/rules/rooms/room-rule'
import type pg from 'pg'

type State = Remembered<RoomState>
type Row = { beacon_id: number; kind: RoomKind; state: Record<string, unknown> }

const LOAD = 'select beacon_id, kind, state from room_rule_states where beacon_id = any($1::int4[])'
const SAVE = `
insert into room_rule_states (beacon_id, kind, state, updated_at)
select beacon_id, kind, state::jsonb, now() from unnest($1::int4[], $2::text[], $3::text[]) as s (beacon_id, kind, state)
on conflict (beacon_id, kind) do update set state = excluded.state, updated_at = excluded.updated_at`

const nothing: State = { state: {}, flaps: {} }

/** What the rules of rooms remember of each beacon, in memory and in `room_rule_states`; there is one leader at a time. */
export function createRoomMemory() {
  const known = new Map<number, Map<RoomKind, State>>()
  let changed = new Map<number, Set<RoomKind>>()

  return {
    async load(db: pg.ClientBase, ids: Iterable<number>): Promise<void> {
      const missing = [...new Set(ids)].filter((id) => !known.has(id))
      if (missing.length === 0) return
      const { rows } = await db.query<Row>(LOAD, [missing])
      for (const id of missing) known.set(id, new Map())
      for (const { beacon_id, kind, state } of rows) known.get(beacon_id)?.set(kind, read(state))
    },
    of: (id: number, kind: RoomKind): State => known.get(id)?.get(kind) ?? nothing,
    /** What only says when a fact was heard last is not worth a row every few seconds. */
    set(id: number, kind: RoomKind, next: State): void {
      const before = known.get(id)?.get(kind) ?? nothing
      known.get(id)?.set(kind, next)
      if (isAlike(before, next)) return
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
      changed = new Map()
    },
  }
}
export type RoomMemory = ReturnType<typeof createRoomMemory>

const isSameSide = (one: RoomSide | undefined, other: RoomSide | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.so === other.so &&
  one.notSo === other.notSo &&
  one.isOpen === other.isOpen &&
  one.severity === other.severity

function isAlike(before: State, next: State): boolean {
  if (before.flaps !== next.flaps) return false
  const sides = Object.keys(next.state)
  return (
    sides.length === Object.keys(before.state).length &&
    sides.every((side) => isSameSide(before.state[side], next.state[side]))
  )
}

const written = ({ state, flaps }: State): string => JSON.stringify({ ...state, flaps })

function read({ flaps, ...state }: Row['state']): State {
  // Safe: written above.
  return { state: state as RoomState, flaps: (flaps ?? {}) as Flaps }
}
