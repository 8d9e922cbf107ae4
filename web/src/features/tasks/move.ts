import { updateTask } from '@carewatch/contracts/http/tasks'
import type { Task } from '@carewatch/contracts/tasks'
import { attempt } from '../../feedback/attempt.ts'
import { call, type CallInput } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { changedTasks } from '../../live/live-atoms.ts'
import { store } from '../../store.ts'
import { snack } from '../../feedback/snack.ts'

type Change = CallInput<typeof updateTask>['body']

/** Changes a task; answers whether the server agreed. */
export async function changeTask({ uuid }: Task, body: Change): Promise<boolean> {
  const answer = await attempt(() => call(updateTask, { params: { uuid }, body }))
  if (!answer) return false
  store.set(changedTasks, (tasks) => new Map(tasks).set(uuid, answer.task))
  snack('success', 200, currentIntl().formatMessage({ id: 'tasks.updated' }))
  return true
}
