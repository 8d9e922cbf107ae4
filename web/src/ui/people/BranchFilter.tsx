import { allBranches } from '@carewatch/contracts/http/branches'
import type { MessageId } from '../../i18n/messages.ts'
import { useMay } from '../../session/may.ts'
import { LookupFilter } from './LookupFilter.tsx'
import { findBranches } from './lookups.ts'

type Props = { value: string | undefined; onPick: (uuid: string | undefined) => void; label?: MessageId }

/** Which branch a screen is about; whoever sees no branches has nothing to choose. */
export function BranchFilter({ value, onPick, label = 'filter.anyBranch' }: Props) {
  const may = useMay()
  if (!may(allBranches)) return null
  return <LookupFilter label={label} find={findBranches} value={value} onPick={onPick} />
}
