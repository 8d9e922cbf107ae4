import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { watchFindings as contract } from '@carewatch/contracts/http/watch'
import { permissions } from '@carewatch/contracts/permissions'
import type { Trouble } from '@carewatch/contracts/watch'
import type { Db } from '@carewatch/platform/database/client'
import type { Viewer } from '../access/viewer.ts'
import { openFindings } from './findings.ts'

/** What a family must know: that what they see may not be all there is. */
const concernsAll: readonly Trouble[] = ['NOTHING_COMES', 'JUDGING_LAGS', 'SENDING_LAGS']

/** Staff see everything that is wrong; the others, whether they can rely on the screen. */
export async function listFindings(db: Db, viewer: Viewer): Promise<Reply<typeof contract>> {
  const isStaff = permissions.seeTasks.some((role) => role === viewer.role)
  const findings = await openFindings(db)
  return { findings: isStaff ? findings : findings.filter(({ trouble }) => concernsAll.includes(trouble)) }
}
