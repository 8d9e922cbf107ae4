import type { updateTask } from '@carewatch/contracts/http/tasks'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { TaskStatus } from '@carewatch/contracts/tasks'
import { taskHistory, tasks } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { NOTHING } from '../alarms/acknowledge.ts'
import { inOneAnswer } from '../alarms/answering.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { orConflict } from '../http/unique.ts'
import type { Services } from '../services.ts'
import { holdAssignee, notAChoice, seesTask } from './assignee.ts'
import { closeWithTask, lockIncidentOf } from './close-with-task.ts'
import { effectsOfMove, refuseWrongMove } from './move.ts'
import { selectTasks, type TaskRow, publishTask, readableTask } from '../alarms/task-rows.ts'
import { getVisibleTask } from './visible-task.ts'

type Body = Input<typeof updateTask>['body']

/** Taking an open task is starting it. */
function targetOf({ status, assignedTo }: Body, viewer: Viewer, now: TaskStatus): TaskStatus | undefined {
  if (status) return status
  return now === 'OPEN' && assignedTo === viewer.uuid ? 'IN_PROGRESS' : undefined
}

type Given = { row: TaskRow; to: TaskStatus | undefined; uuid: string | null | undefined }

/** Who has it from now on, held before the task is; undefined: who has it now. Reopened it is nobody's where whoever did it could not be given it any more. */
async function assigneeOf(tx: Db, viewer: Viewer, { row, to, uuid }: Given) {
  const isReopened = row.task.status === 'DONE' && to !== undefined && row.task.assignedToId !== null
  // Who went to another company is not named here.
  const asked = uuid === undefined && isReopened ? (row.assignee?.uuid ?? null) : uuid
  if (asked === undefined || asked === null) return asked
  const assignee = await holdAssignee(tx, viewer, asked)
  if (assignee && (await seesTask(tx, assignee, row.task.id))) return assignee.id
  if (uuid === undefined) return null
  throw notAChoice()
}

async function changesOf(tx: Db, viewer: Viewer, { row, body }: { row: TaskRow; body: Body }) {
  const { task } = row
  const now = new Date()
  const to = targetOf(body, viewer, task.status)
  if (to) refuseWrongMove(task, to, { role: viewer.role, now })
  if (body.deferredUntil && body.deferredUntil <= now) throw new InvalidFields({ deferredUntil: 'invalid' })

  const { title, outcome, reason, deferredUntil, assignedTo } = body
  const startsAlone = to === 'IN_PROGRESS' && task.assignedToId === null && assignedTo === undefined
  const assignedToId = await assigneeOf(tx, viewer, { row, to, uuid: startsAlone ? viewer.uuid : assignedTo })
  return {
    ...(to && { status: to, ...effectsOfMove(to, now) }),
    ...(title !== undefined && { title }),
    ...(outcome !== undefined && { outcome }),
    ...(to === 'DEFERRED' && { reason, deferredUntil }),
    ...(assignedToId !== undefined && { assignedToId }),
    updatedAt: now,
  }
}

/** Moves a task or gives it to somebody. Of two people at once, the second hears that it was changed meanwhile. */
export async function changeTask(
  services: Services,
  viewer: Caller,
  { params, body }: Input<typeof updateTask>,
): Promise<Reply<typeof updateTask>> {
  const { db, feed } = services
  const row = await getVisibleTask(db, viewer, params.uuid)
  const { id, status, alarmId, companyId } = row.task
  // Whoever works on it answers the alarm, and its end ends the alarm.
  if (viewer.key && alarmId !== null) throw new Refusal('forbidden', 'notByKey')

  const closed = await orConflict(
    'conflict',
    inOneAnswer(db, async (tx) => {
      const changes = await changesOf(tx, viewer, { row, body })
      const ends = body.status === 'DONE' && alarmId !== null ? await lockIncidentOf(tx, alarmId) : undefined
      const changed = await tx
        .update(tasks)
        .set(changes)
        .where(and(eq(tasks.id, id), eq(tasks.status, status)))
        .returning({ id: tasks.id })
      if (changed.length === 0) throw new Refusal('conflict')
      const written = { ...body, ...(changes.assignedToId === null && { assignedTo: null }) }
      const change = { from: status, ...written }
      await tx.insert(taskHistory).values({ taskId: id, userId: viewer.id, change })
      await audit(tx, viewer, {
        action: 'updated',
        entity: 'task',
        uuid: params.uuid,
        companyId,
        detail: { fields: Object.keys(written) },
      })
      return ends ? closeWithTask(tx, viewer, { alarm: ends, outcome: body.outcome }) : NOTHING
    }),
  )

  const [after] = await selectTasks(db).where(eq(tasks.id, id))
  if (!after) throw new Refusal('notFound')
  const now = new Date()
  publishTask(feed, after, now)
  await publishChanged(services, closed, 'closed')
  const [shown = after] = await selectTasks(db, viewer).where(eq(tasks.id, id))
  return { task: readableTask(shown, { now, language: viewer.language }) }
}
