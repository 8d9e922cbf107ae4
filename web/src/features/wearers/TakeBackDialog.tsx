import { takeBackDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Text } from '@mantine/core'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { useZone } from '../../i18n/ZoneOf.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { MomentChoice } from './MomentChoice.tsx'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'
import { bodyOf, doneOf, isPlanned, momentsOf, type When } from './when.ts'
import { WornUntil } from './WornUntil.tsx'

type Props = DialogProps['takeBackWatch']
type BodyProps = { props: Props; loaded: Wearer; close: () => void }
type Values = Pick<When, 'until'>

function TakeBack({ props: { device }, loaded: former, close }: BodyProps) {
  const zone = useZone()
  const form = useEndpointForm<typeof takeBackDevice, Values>({
    endpoint: takeBackDevice,
    initial: { until: null },
    body: (when) => ({ deviceUUID: device.uuid, ...bodyOf(when, zone) }),
    onDone: (_, { until }) => {
      close()
      showDone(doneOf({ from: until }, zone))
    },
  })
  const now = useNow()
  // From then on nobody wears it.
  const { until: from } = momentsOf({ from: null, ...form.values }, zone)
  return (
    <EndpointForm
      form={form}
      submit={isPlanned({ from }, now) ? 'wearer.plan' : 'wearer.takeBack'}
      isDangerous
      onCancel={close}
    >
      <Text fw={550}>
        <WornUntil wearer={former} device={device} />
      </Text>
      <MomentChoice
        form={form}
        set={(written) => form.setFieldValue('until', written)}
        name="until"
        label="wearer.wornUntil"
        usual="wearer.whenNow"
        first={() => new Date()}
      />
      <div aria-live="polite">
        <WhatHappens former={nameOf(former)} next={null} from={from} />
      </div>
    </EndpointForm>
  )
}

/** A watch goes back into its box, now or when one says. */
export const takeBackWatch = dialog<Props, Wearer>({
  title: 'wearer.takeBack',
  suffix: ({ device }) => device.name,
  load: loadOne,
  Body: TakeBack,
})
