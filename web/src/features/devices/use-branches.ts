import { allBranches, type Branch } from '@carewatch/contracts/http/branches'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { useEffect, useState } from 'react'
import { attempt } from '../../http/attempt.ts'
import { call } from '../../http/call.ts'

/** The branches a new device can belong to; asked for when the form opens. */
export function useBranches(): readonly Branch[] {
  const [branches, setBranches] = useState<readonly Branch[]>([])
  useEffect(() => {
    let gone = false
    void attempt(() => call(allBranches, { query: { size: PAGE_SIZE_MAX } })).then((answer) => {
      if (answer && !gone) setBranches(answer.branches)
    })
    return () => {
      gone = true
    }
  }, [])
  return branches
}
