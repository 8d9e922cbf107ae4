import { type Beacon, configureEntity } from '@carewatch/contracts/http/gateways-and-beacons'
import { ALLOWED_TIMES_MAX, type BeaconButton, beaconButtons, buttonActs } from '@carewatch/contracts/rooms'
import { Button, Fieldset, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { bodyOf, type BeaconValues, valuesOf } from './beacon-limits.ts'

const SUNDAY = Date.UTC(2026, 10, 1)
const DAY_MS = 86_400_000
const weekdays = (language: string): Option[] => {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => ({
    value: String(day),
    label: name.format(SUNDAY + day * DAY_MS),
  }))
}

const number = (
  name: keyof BeaconValues,
  label: Extract<Field, { kind: 'number' }>['label'],
  unit: string,
): Field => ({
  kind: 'number',
  name,
  label,
  unit,
  half: true,
})

const timeFields = (index: number, days: readonly Option[]): readonly Field[] => [
  {
    kind: 'multiSelect',
    name: `allowedTimes.${index}.days`,
    label: 'beacons.days',
    required: true,
    options: days,
  },
  { kind: 'time', name: `allowedTimes.${index}.from`, label: 'beacons.from', required: true, half: true },
  { kind: 'time', name: `allowedTimes.${index}.to`, label: 'beacons.to', required: true, half: true },
]

const climate: readonly Field[] = [
  number('temperatureLow', 'beacons.temperatureLow', '°C'),
  number('temperatureHigh', 'beacons.temperatureHigh', '°C'),
  number('humidityLow', 'beacons.humidityLow', '%'),
  number('humidityHigh', 'beacons.humidityHigh', '%'),
]

const labels = {
  button: 'beacons.button1',
  button2: 'beacons.button2',
  button3: 'beacons.button3',
  button4: 'beacons.button4',
  button5: 'beacons.button5',
  button6: 'beacons.button6',
} as const satisfies Record<BeaconButton, string>

/** That who carries it is well only what somebody carries can say. */
const buttonFields = (intl: IntlShape, { device }: Beacon): readonly Field[] =>
  beaconButtons.map((name) => ({
    kind: 'select',
    name: `buttons.${name}`,
    label: labels[name],
    required: true,
    half: true,
    options: buttonActs
      .filter((act) => device !== null || act !== 'CHECK_IN')
      .map((value) => ({
        value,
        label: intl.formatMessage({ id: `beacons.buttonAct.${value}` }),
      })),
  }))

/** Whose press may be a call for help: a remote, a tag, or what somebody carries. */
const hasButtons = ({ deviceType, device }: Beacon): boolean =>
  deviceType === 'BUTTON' || deviceType === 'TAG' || device !== null

/** When, how long and in which climate a beacon is as it should be. */
export function ConfigureBeacon({ beacon, close }: { beacon: Beacon; close: () => void }) {
  const intl = useIntl()
  const days = weekdays(intl.locale)
  const form = useEndpointForm({
    endpoint: configureEntity,
    initial: valuesOf(beacon),
    body: (values) => bodyOf(beacon.uuid, values),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const { allowedTimes } = form.values
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fieldset legend={<FormattedMessage id="beacons.allowedTimes" />}>
        <Stack>
          {allowedTimes.length === 0 ? (
            <Text c="dimmed">
              <FormattedMessage id="beacons.always" />
            </Text>
          ) : null}
          {allowedTimes.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a time has no name but its place.
            <Stack key={index} gap="xs">
              <Fields form={form} fields={timeFields(index, days)} />
              <Button
                variant="subtle"
                color="gray"
                onClick={() => form.removeListItem('allowedTimes', index)}
              >
                <FormattedMessage id="beacons.removeTime" values={{ n: index + 1 }} />
              </Button>
            </Stack>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={allowedTimes.length >= ALLOWED_TIMES_MAX}
            onClick={() => form.insertListItem('allowedTimes', { days: [], from: '08:00', to: '20:00' })}
          >
            <FormattedMessage id="beacons.addTime" />
          </Button>
        </Stack>
      </Fieldset>
      <Fields
        form={form}
        fields={[number('maxMinutes', 'beacons.maxMinutes', intl.formatMessage({ id: 'unit.min' }))]}
      />
      {hasButtons(beacon) ? (
        <Fieldset legend={<FormattedMessage id="beacons.buttons" />}>
          <Text c="dimmed" size="sm">
            <FormattedMessage id="beacons.buttonsHint" />
          </Text>
          <Fields form={form} fields={buttonFields(intl, beacon)} />
        </Fieldset>
      ) : null}
      {beacon.deviceType === 'CLIMATE' ? <Fields form={form} fields={climate} /> : null}
    </EndpointForm>
  )
}
