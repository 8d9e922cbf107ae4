import { takeBackDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'

type Props = DialogProps['takeBackWatch']
type BodyProps = { props: Props; loaded: Wearer; close: () => void }

function TakeBack({ props: { device }, loaded: former, close }: BodyProps) {
  const [isSending, setSending] = useState(false)
  const take = async () => {
    setSending(true)
    await doAndShow('done.saved', () => call(takeBackDevice, { body: { deviceUUID: device.uuid } }))
    close()
  }
  return (
    <Stack gap="lg">
      <Text fw={550}>
        <FormattedMessage id="wearer.wornBy" values={{ name: <bdi key="name">{nameOf(former)}</bdi> }} />
      </Text>
      <WhatHappens former={nameOf(former)} next={null} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button color="red" loading={isSending} onClick={() => void take()}>
          <FormattedMessage id="wearer.takeBack" />
        </Button>
      </Group>
    </Stack>
  )
}

/** A watch goes back into its box. */
export const takeBackWatch = dialog<Props, Wearer>({
  title: 'wearer.takeBack',
  suffix: ({ device }) => device.name,
  load: loadOne,
  Body: TakeBack,
})
