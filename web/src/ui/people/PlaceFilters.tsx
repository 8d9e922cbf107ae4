import { BranchFilter } from './BranchFilter.tsx'
import { LookupFilter } from './LookupFilter.tsx'
import { findRooms } from './lookups.ts'

export type PlaceChoice = { branchUuid: string | undefined; roomUuid: string | undefined }
type Props = {
  branchUuid?: string | undefined
  roomUuid?: string | undefined
  onPick: (place: PlaceChoice) => void
}

/** Which branch, and which of its rooms, a list is about. */
export function PlaceFilters({ branchUuid, roomUuid, onPick }: Props) {
  return (
    <>
      <BranchFilter value={branchUuid} onPick={(uuid) => onPick({ branchUuid: uuid, roomUuid: undefined })} />
      <LookupFilter
        key={branchUuid ?? ''}
        label="filter.anyRoom"
        find={findRooms(branchUuid)}
        value={roomUuid}
        onPick={(uuid) => onPick({ branchUuid, roomUuid: uuid })}
      />
    </>
  )
}
