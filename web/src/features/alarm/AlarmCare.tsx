import { wearerCare } from '@carewatch/contracts/http/wearers'
import { Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { CareFacts } from '../../ui/people/CareFacts.tsx'
import type { Shown } from './state.ts'

/** What whoever goes there has to know of the person, on a press. */
export function AlarmCare({ alarm, uuid }: { alarm: Shown; uuid: string }) {
  const may = useMay()
  const of = 'wearerUuid' in alarm ? alarm.wearerUuid : null
  if (!of || !may(wearerCare)) return null
  return (
    <section>
      <Title order={3} fz="md" mb="xs">
        <FormattedMessage id="care.title" />
      </Title>
      <CareFacts of={of} alarm={uuid} />
    </section>
  )
}
