import { assignDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { useZone } from '../../i18n/ZoneOf.tsx'
import { EndpointForm as FormFrame } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { useNow } from '../../ui/figures/now.ts'
import { showDone } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { findWatches, whoWears } from './lookups.ts'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'
import { bodyOf, doneOf, isPlanned, momentsOf, type When } from './when.ts'
import { WhenFields } from './WhenFields.tsx'
import { WornUntil } from './WornUntil.tsx'

type Values = When & { deviceUUID: string; handOverFrom: string; wornSince: string }

/** Who wears the chosen watch, from whom it is then handed over; asked anew after a refusal, when somebody else was first. */
function useFormer({ values, failure, setValues }: EndpointForm<Values>): Wearer | null {
  const { deviceUUID } = values
  const [found, setFound] = useState<{ of: string; wearer: Wearer | null } | null>(null)
  const show = useEffectEvent((wearer: Wearer | null) => {
    setFound({ of: deviceUUID, wearer })
    const worn = wearer?.devices.find(({ uuid }) => uuid === deviceUUID)
    setValues({ handOverFrom: wearer?.uuid ?? '', wornSince: worn?.since.toISOString() ?? '' })
  })
  useEffect(() => {
    if (!deviceUUID) return
    let isGone = false
    void attempt(async () => [await whoWears(deviceUUID)]).then((answer) => {
      if (answer && !isGone) show(answer[0] ?? null)
    })
    return () => {
      isGone = true
    }
  }, [deviceUUID, failure])
  return found?.of === deviceUUID ? found.wearer : null
}

/** Whether it was over before whoever wears it now began to. */
const isBefore = ({ wornSince, ...when }: Values, zone: string): boolean => {
  const { until } = momentsOf(when, zone)
  return wornSince !== '' && until !== undefined && until <= new Date(wornSince)
}

function Assign({ loaded: wearer, close }: { loaded: Wearer; close: () => void }) {
  const zone = useZone()
  const form = useEndpointForm<typeof assignDevice, Values>({
    endpoint: assignDevice,
    initial: { deviceUUID: '', handOverFrom: '', wornSince: '', from: null, until: null },
    body: (values) => ({
      wearerUUID: wearer.uuid,
      ...(values.deviceUUID && { deviceUUID: values.deviceUUID }),
      ...(values.handOverFrom && !isBefore(values, zone) && { handOverFrom: values.handOverFrom }),
      ...bodyOf({ from: values.from, until: values.until }, zone),
    }),
    onDone: (_, values) => {
      close()
      showDone(doneOf(values, zone))
    },
  })
  const chosen = form.values.deviceUUID
  const former = useFormer(form)
  const isOther = former !== null && former.uuid !== wearer.uuid && !isBefore(form.values, zone)
  const fits = isOther ? nameOf(former) : undefined
  const moments = momentsOf(form.values, zone)
  const submit = isPlanned(moments, useNow()) ? 'wearer.plan' : fits ? 'wearer.handOver' : 'wearer.assign'
  return (
    <FormFrame form={form} submit={submit} onCancel={close}>
      <Fields
        form={form}
        fields={[
          { kind: 'lookup', name: 'deviceUUID', label: 'wearer.watch', required: true, find: findWatches },
        ]}
      />
      <WhenFields form={form} set={(name, written) => form.setFieldValue(name, written)} />
      {chosen ? (
        <div aria-live="polite">
          <Text fw={550}>
            {former ? (
              <WornUntil wearer={former} device={{ uuid: chosen }} />
            ) : (
              <FormattedMessage id="wearer.wornByNobody" />
            )}
          </Text>
          <WhatHappens former={fits} next={nameOf(wearer)} {...moments} />
        </div>
      ) : null}
    </FormFrame>
  )
}

/** Gives somebody a watch, out of its box or from whoever wears it now, from now on or from when until when one says. */
export const assignWatch = dialog<{ uuid: string }, Wearer>({
  title: 'wearer.assign',
  suffix: (_, wearer) => nameOf(wearer),
  load: loadOne,
  size: 'lg',
  Body: Assign,
})
