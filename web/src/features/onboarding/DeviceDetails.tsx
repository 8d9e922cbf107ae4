import { metrics } from '@carewatch/contracts/metrics'
import { settingBounds } from '@carewatch/contracts/settings'
import { Stack, Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { AverageHelper, type Averages } from './AverageHelper.tsx'
import { Phonebook } from './Phonebook.tsx'
import type { OnboardingForm } from './use-onboarding.ts'
import type { OnboardingValues } from './values.ts'

type Name = keyof OnboardingValues['deviceDetails']
type Bounds = { min: number; max: number }
type FigureSpec = { label: MessageId; bounds: Bounds; unit: MessageId }

const figure = (name: Name, { label, bounds, unit }: FigureSpec): Field => ({
  kind: 'number',
  name: `deviceDetails.${name}`,
  label,
  half: true,
  ...bounds,
  unit: <FormattedMessage id={unit} />,
})

const averages: readonly Field[] = [
  figure('averageHeartRate', {
    label: 'onboard.averageHeartRate',
    bounds: metrics.heartRate.range,
    unit: 'unit.bpm',
  }),
  figure('averageSystolic', {
    label: 'onboard.averageSystolic',
    bounds: metrics.systolic.range,
    unit: 'unit.mmHg',
  }),
  figure('averageDiastolic', {
    label: 'onboard.averageDiastolic',
    bounds: metrics.diastolic.range,
    unit: 'unit.mmHg',
  }),
]

const minutes = (label: MessageId, bounds: Bounds): FigureSpec => ({ label, bounds, unit: 'unit.min' })
const intervals: readonly Field[] = [
  figure(
    'heartRateIntervalMinutes',
    minutes('onboard.heartRateInterval', settingBounds.heartRateIntervalMinutes),
  ),
  figure(
    'bloodPressureIntervalMinutes',
    minutes('onboard.bloodPressureInterval', settingBounds.bloodPressureIntervalMinutes),
  ),
  figure('gpsIntervalMinutes', minutes('onboard.gpsInterval', settingBounds.locationIntervalMinutes)),
]

function Heading({ title, why }: { title: MessageId; why?: MessageId }) {
  return (
    <div>
      <Title order={3} fz="md">
        <FormattedMessage id={title} />
      </Title>
      {why ? (
        <Text c="dimmed" size="sm">
          <FormattedMessage id={why} />
        </Text>
      ) : null}
    </div>
  )
}

export function DeviceDetails({ form }: { form: OnboardingForm }) {
  const take = ({ heartRate, systolic, diastolic }: Averages) => {
    form.setFieldValue('deviceDetails.averageHeartRate', heartRate ?? '')
    form.setFieldValue('deviceDetails.averageSystolic', systolic ?? '')
    form.setFieldValue('deviceDetails.averageDiastolic', diastolic ?? '')
  }
  return (
    <Stack gap="lg">
      <Heading title="onboard.averages" why="onboard.averagesWhy" />
      <AverageHelper onTake={take} />
      <Fields form={form} fields={averages} />
      <Heading title="onboard.intervals" />
      <Fields form={form} fields={intervals} />
      <Heading title="onboard.contacts" why="onboard.contactsWhy" />
      <Phonebook form={form} />
    </Stack>
  )
}
