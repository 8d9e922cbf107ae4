import { type Incident, named } from '@carewatch/contracts/incidents'
import { type ComponentProps, Fragment } from 'react'
import { AlarmText } from './AlarmText.tsx'

type Named = ComponentProps<typeof AlarmText>['alarm'] &
  Parameters<typeof named>[0]['all'][number] & { uuid: string }

/** Everything that happened, the gravest first. */
export const IncidentText = ({ incident }: { incident: Pick<Incident<Named>, 'all'> }) =>
  named(incident).map((alarm, index) => (
    <Fragment key={alarm.uuid}>
      {index > 0 ? ' · ' : null}
      <bdi>
        <AlarmText alarm={alarm} />
      </bdi>
    </Fragment>
  ))
