import { assignDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { useZone } from '../../i18n/ZoneOf.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { findOthers } from './lookups.ts'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'
import { bodyOf, doneOf, isPlanned, momentsOf, type When } from './when.ts'
import { WhenFields } from './WhenFields.tsx'
import { WornUntil } from './WornUntil.tsx'

type Props = DialogProps['handOverWatch']
type Values = When & { wearerUUID: string }
type BodyProps = { props: Props; loaded: Wearer; close: () => void }

function HandOver({ props: { device }, loaded: former, close }: BodyProps) {
  const zone = useZone()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const form = useEndpointForm<typeof assignDevice, Values>({
    endpoint: assignDevice,
    initial: { wearerUUID: '', from: null, until: null },
    body: ({ wearerUUID, ...when }) => ({
      ...(wearerUUID && { wearerUUID }),
      deviceUUID: device.uuid,
      handOverFrom: former.uuid,
      ...bodyOf(when, zone),
    }),
    onDone: (_, when) => {
      close()
      showDone(doneOf(when, zone))
    },
  })
  const moments = momentsOf(form.values, zone)
  const now = useNow()
  const find = async (typed: string) => {
    const options = await findOthers(former.uuid)(typed)
    setNames((known) => new Map([...known, ...options.map(({ value, label }) => [value, label] as const)]))
    return options
  }
  return (
    <EndpointForm
      form={form}
      submit={isPlanned(moments, now) ? 'wearer.plan' : 'wearer.handOver'}
      onCancel={close}
    >
      <Text fw={550}>
        <WornUntil wearer={former} device={device} />
      </Text>
      <Fields
        form={form}
        fields={[
          {
            kind: 'lookup',
            name: 'wearerUUID',
            label: 'wearer.to',
            required: true,
            find,
          },
        ]}
      />
      <WhenFields form={form} set={(name, written) => form.setFieldValue(name, written)} />
      <div aria-live="polite">
        <WhatHappens former={nameOf(former)} next={names.get(form.values.wearerUUID)} {...moments} />
      </div>
    </EndpointForm>
  )
}

/** Somebody's watch goes to another: from whom it goes is said, and of two who do it at once the second is refused. */
export const handOverWatch = dialog<Props, Wearer>({
  title: 'wearer.handOver',
  suffix: ({ device }) => device.name,
  load: loadOne,
  size: 'lg',
  Body: HandOver,
})
