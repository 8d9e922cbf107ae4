import { allBranches } from '@carewatch/contracts/http/branches'
import { Box } from '@mantine/core'
import type { MessageId } from '../../i18n/messages.ts'
import { useMay } from '../../session/may.ts'
import { DrawnLater } from '../DrawnLater.tsx'
import { later } from '../later.ts'
import { findBranches } from './lookups.ts'

const filter = later(async () => (await import('./LookupFilter.tsx')).LookupFilter)

type Props = { value: string | undefined; onPick: (uuid: string | undefined) => void; label?: MessageId }

/** Which branch a screen is about; whoever sees no branches has nothing to choose. */
export function BranchFilter({ value, onPick, label = 'filter.anyBranch' }: Props) {
  const may = useMay()
  if (!may(allBranches)) return null
  const props = { label, find: findBranches, value, onPick }
  return <DrawnLater code={filter} props={props} before={<Box w="13rem" h="2.625rem" data-holds-field />} />
}
