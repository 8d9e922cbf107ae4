import { assignDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { findOthers } from './lookups.ts'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'

type Props = DialogProps['handOverWatch']
type BodyProps = { props: Props; loaded: Wearer; close: () => void }

function HandOver({ props: { device }, loaded: former, close }: BodyProps) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const form = useEndpointForm({
    endpoint: assignDevice,
    initial: { wearerUUID: '' },
    body: ({ wearerUUID }) => ({
      ...(wearerUUID && { wearerUUID }),
      deviceUUID: device.uuid,
      handOverFrom: former.uuid,
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const find = async (typed: string) => {
    const options = await findOthers(former.uuid)(typed)
    setNames((known) => new Map([...known, ...options.map(({ value, label }) => [value, label] as const)]))
    return options
  }
  return (
    <EndpointForm form={form} submit="wearer.handOver" onCancel={close}>
      <Text fw={550}>
        <FormattedMessage id="wearer.wornBy" values={{ name: <bdi key="name">{nameOf(former)}</bdi> }} />
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
      <WhatHappens former={nameOf(former)} next={names.get(form.values.wearerUUID)} />
    </EndpointForm>
  )
}

/** Somebody's watch goes to another: from whom it goes is said, and of two who do it at once the second is refused. */
export const handOverWatch = dialog<Props, Wearer>({
  title: 'wearer.handOver',
  suffix: ({ device }) => device.name,
  load: loadOne,
  Body: HandOver,
})
