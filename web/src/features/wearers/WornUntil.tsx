import type { Wearer } from '@carewatch/contracts/http/wearers'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { nameOf } from './names.ts'

/** Who wears a watch now, and until when that is planned. */
export function WornUntil({ wearer, device }: { wearer: Wearer; device: { uuid: string } }) {
  const until = wearer.devices.find(({ uuid }) => uuid === device.uuid)?.until
  return (
    <>
      <FormattedMessage id="wearer.wornBy" values={{ name: <bdi key="name">{nameOf(wearer)}</bdi> }} />
      {until ? (
        <>
          {', '}
          <FormattedMessage id="wearer.untilPlanned" values={{ at: <Moment key="at" at={until} /> }} />
        </>
      ) : null}
    </>
  )
}
