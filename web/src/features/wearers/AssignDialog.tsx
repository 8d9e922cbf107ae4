import { assignDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { EndpointForm as FormFrame } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { type EndpointForm, useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { findWatches, whoWears } from './lookups.ts'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'

type Form = Pick<EndpointForm<{ deviceUUID: string; handOverFrom: string }>, 'failure' | 'setFieldValue'>

/** Who wears the chosen watch, from whom it is then handed over; asked anew after a refusal, when somebody else was first. */
function useFormer(deviceUuid: string, { failure, setFieldValue }: Form): Wearer | null {
  const [found, setFound] = useState<{ of: string; wearer: Wearer | null } | null>(null)
  const show = useEffectEvent((wearer: Wearer | null) => {
    setFound({ of: deviceUuid, wearer })
    setFieldValue('handOverFrom', wearer?.uuid ?? '')
  })
  useEffect(() => {
    if (!deviceUuid) return
    let isGone = false
    void attempt(async () => [await whoWears(deviceUuid)]).then((answer) => {
      if (answer && !isGone) show(answer[0] ?? null)
    })
    return () => {
      isGone = true
    }
  }, [deviceUuid, failure])
  return found?.of === deviceUuid ? found.wearer : null
}

function Assign({ loaded: wearer, close }: { loaded: Wearer; close: () => void }) {
  const form = useEndpointForm({
    endpoint: assignDevice,
    initial: { deviceUUID: '', handOverFrom: '' },
    body: (values) => ({ wearerUUID: wearer.uuid, ...withoutEmpty(values) }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const chosen = form.values.deviceUUID
  const former = useFormer(chosen, form)
  const fits = former !== null && former.uuid !== wearer.uuid ? nameOf(former) : undefined
  return (
    <FormFrame form={form} submit={fits ? 'wearer.handOver' : 'wearer.assign'} onCancel={close}>
      <Fields
        form={form}
        fields={[
          { kind: 'lookup', name: 'deviceUUID', label: 'wearer.watch', required: true, find: findWatches },
        ]}
      />
      {chosen ? (
        <div aria-live="polite">
          <Text fw={550}>
            {fits ? (
              <FormattedMessage id="wearer.wornBy" values={{ name: <bdi key="name">{fits}</bdi> }} />
            ) : (
              <FormattedMessage id="wearer.wornByNobody" />
            )}
          </Text>
          <WhatHappens former={fits} next={nameOf(wearer)} />
        </div>
      ) : null}
    </FormFrame>
  )
}

/** Gives somebody a watch, out of its box or from whoever wears it now. */
export const assignWatch = dialog<{ uuid: string }, Wearer>({
  title: 'wearer.assign',
  suffix: (_, wearer) => nameOf(wearer),
  load: loadOne,
  Body: Assign,
})
