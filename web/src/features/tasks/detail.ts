import { taskDetail } from '@carewatch/contracts/http/tasks'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { lineOf } from '../../ui/people/place-name.ts'

export type Detail = Reply<typeof taskDetail>['task']

export const loadTask = async (params: { uuid: string }): Promise<Detail> =>
  (await call(taskDetail, { params })).task

/** Whom it is about, and only where that is nobody, by which watch or what is to be done. */
export const subjectOf = (_: unknown, { wearer, deviceName, title }: Detail): string =>
  lineOf(currentIntl(), { wearer, name: deviceName ?? title })
