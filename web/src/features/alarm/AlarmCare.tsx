import { wearerCare } from '@carewatch/contracts/http/wearers'
import { Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { CareFacts } from '../../ui/people/CareFacts.tsx'

/** What whoever goes there has to know of the person, on a press. */
export function AlarmCare({ of, uuid }: { of: string | null | undefined; uuid: string }) {
  const may = useMay()
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
