import { startWalk } from '@carewatch/contracts/http/calibration'
import { IconWalk } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { LinkButton } from './LinkButton.tsx'

/** The way to the walk through a branch's rooms, for whoever may walk. */
export function WalkLink({ branch }: { branch: string | undefined }) {
  const may = useMay()
  if (!may(startWalk)) return null
  return (
    <LinkButton
      to="/admin/gateway/walk"
      search={{ branch }}
      variant="default"
      leftSection={<IconWalk size={18} aria-hidden />}
    >
      <FormattedMessage id="walk.title" />
    </LinkButton>
  )
}
