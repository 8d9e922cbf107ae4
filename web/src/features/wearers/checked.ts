import { updateWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import type { Bulk } from '../../ui/list/BulkBar.tsx'
import { doAndShow, showDone } from '../../ui/page/done.ts'

const approve = ({ uuid }: Wearer) => call(updateWearer, { params: { uuid }, body: { toCheck: false } })

/** Somebody looked: it is they who wear it. */
export const confirmRight = (wearer: Wearer) => doAndShow('done.saved', () => approve(wearer))

export const bulk: readonly Bulk<Wearer>[] = [
  {
    label: 'wearers.right',
    run: async (rows) => {
      const done = await attempt(async () => {
        for (const row of rows) if (row.toCheck) await approve(row)
        return true
      })
      showDone('done.saved')
      return done ?? false
    },
  },
]
