import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import { mayMove, REOPEN_WITHIN_MS, type TaskStatus } from '@carewatch/contracts/tasks'

type Standing = { status: TaskStatus; doneAt: Date | null }

/** Refuses a move that a task may not make, or not by this role, or not any more. */
export function refuseWrongMove(
  { status, doneAt }: Standing,
  to: TaskStatus,
  { role, now }: { role: Role; now: Date },
): void {
  if (!mayMove(status, to)) throw new Refusal('conflict', 'taskMove')
  if (status !== 'DONE') return
  if (role !== 'ADMIN' && role !== 'MANAGER') throw new Refusal('forbidden')
  const isTooLate = !doneAt || now.getTime() - doneAt.getTime() > REOPEN_WITHIN_MS
  if (isTooLate) throw new Refusal('conflict', 'taskMove')
}

/** What else changes with the status. */
export function effectsOfMove(to: TaskStatus, now: Date) {
  const cleared = { deferredUntil: null, reason: null }
  switch (to) {
    case 'OPEN':
      return { ...cleared, doneAt: null, outcome: null }
    case 'IN_PROGRESS':
      return cleared
    case 'DONE':
      return { doneAt: now }
    case 'DEFERRED':
      return {}
  }
}
