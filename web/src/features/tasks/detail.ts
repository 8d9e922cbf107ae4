import { taskDetail } from '@carewatch/contracts/http/tasks'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../../http/call.ts'

export type Detail = Reply<typeof taskDetail>['task']

export const loadTask = async (params: { uuid: string }): Promise<Detail> =>
  (await call(taskDetail, { params })).task

export const subjectOf = (_: unknown, { deviceName, title }: Detail): string => deviceName ?? title
