import { assignDevice, newWearer, updateWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { useNavigate } from '@tanstack/react-router'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { confirmRight } from './checked.ts'
import { nameOf } from './names.ts'
import { isHere } from './stay.ts'

/** What can be done with one person, by right. */
export function WearerActions({ wearer }: { wearer: Wearer }) {
  const may = useMay()
  const navigate = useNavigate()
  const { uuid, toCheck } = wearer
  return (
    <RowMenu
      of={nameOf(wearer)}
      actions={[
        { label: 'devices.open', run: () => void navigate({ to: '/people/$uuid', params: { uuid } }) },
        may(newWearer) && toCheck && { label: 'wearers.right', run: () => void confirmRight(wearer) },
        may(updateWearer) && { label: 'action.edit', run: () => openDialog('editWearer', { uuid }) },
        may(assignDevice) &&
          isHere(wearer) && { label: 'wearer.assign', run: () => openDialog('assignWatch', { uuid }) },
      ]}
    />
  )
}
