import { MODE_MINUTES, operationModes } from '@carewatch/contracts/freshness'
import { type LimitedMetric, metric } from '@carewatch/contracts/metrics'
import {
  fallSensitivities,
  limitSettings,
  settingBounds,
  type SettingName,
} from '@carewatch/contracts/settings'
import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { type Bounds, boundsFor, type Limits } from '@carewatch/contracts/limits'
import type { IntlShape } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { Field } from '../../ui/form/fields.ts'
import { limitsTyped } from './tried.ts'
import type { SettingValues } from './values.ts'

type Bounded = keyof typeof settingBounds & SettingName

const number = (name: Bounded, unit: string, { step = 1, required = false } = {}): Field => ({
  kind: 'number',
  name,
  label: `setting.${name}`,
  half: true,
  unit,
  step,
  required,
  ...settingBounds[name],
})

const switched = (name: SettingName, hint?: MessageId): Field => ({
  kind: 'checkbox',
  name,
  label: `setting.${name}`,
  ...(hint && { hint }),
})

/** From the lowest to the highest, the two of a side in one row; an empty one shows what counts in its place, by those that are filled in. */
export const limitFields = (values: SettingValues, usual: SettingsState['usualLimits']): readonly Field[] =>
  limitSettings.map(({ name, metric: of, bound }) => {
    const { unit, decimals } = metric(of)
    const field = number(name, unit, { step: 10 ** -decimals })
    const counting = countingBounds(values, usual, of)[bound]
    return counting === null ? field : { ...field, placeholder: counting.toFixed(decimals) }
  })

/** What counts of a metric as the form stands, sent or not. */
export const countingBounds = (
  values: SettingValues,
  usual: SettingsState['usualLimits'],
  of: LimitedMetric,
): Bounds => boundsFor(of, { [of]: given(limitsTyped(values, of)) }, { [of]: given(usual[of]) })

const given = (bounds: Bounds | undefined): Limits =>
  Object.fromEntries(Object.entries(bounds ?? {}).filter(([, value]) => value !== null))

export const measuringFields = (minutes: string): readonly Field[] => [
  number('heartRateIntervalMinutes', minutes),
  number('bloodPressureIntervalMinutes', minutes),
  number('calibrationSystolic', metric('systolic').unit),
  number('calibrationDiastolic', metric('diastolic').unit),
  switched('autoTemperature'),
]

export const callFields: readonly Field[] = [
  switched('whitelistEnabled', 'settings.whitelistHint'),
  switched('autoAnswer', 'settings.autoAnswerHint'),
]

export const modeFields = (intl: IntlShape, { operationMode }: SettingValues): readonly Field[] => [
  {
    kind: 'select',
    name: 'operationMode',
    label: 'setting.operationMode',
    half: true,
    options: operationModes.map((value) => ({
      value,
      label: intl.formatMessage(
        { id: `settings.mode.${value}` },
        { n: value === 'CUSTOM' ? 0 : MODE_MINUTES[value] },
      ),
    })),
  },
  ...(operationMode === 'CUSTOM'
    ? [number('locationIntervalMinutes', intl.formatMessage({ id: 'unit.min' }), { required: true })]
    : []),
  switched('gpsEnabled'),
]

export const fallFields = (intl: IntlShape, { fallDetection }: SettingValues): readonly Field[] => [
  switched('fallDetection'),
  ...(fallDetection
    ? [
        {
          kind: 'select',
          name: 'fallSensitivity',
          label: 'setting.fallSensitivity',
          half: true,
          options: fallSensitivities.map((value) => ({
            value,
            label: intl.formatMessage({ id: `settings.sensitivity.${value}` }),
          })),
        } as const,
      ]
    : []),
]

export const stepsFields: readonly Field[] = [number('stepsTarget', '')]
