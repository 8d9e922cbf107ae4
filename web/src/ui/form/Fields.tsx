import {
  Checkbox,
  Fieldset,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { DateInput, TimeInput } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Unit } from '../figures/unit.tsx'
import { useDateLocale } from './date-locale.ts'
import type { Field } from './fields.ts'
import styles from './Fields.module.css'
import { LookupField } from './LookupField.tsx'
import { PhoneField } from './PhoneField.tsx'
import type { InputProps, Inputs } from './inputs.ts'

type FieldInput = InputProps & {
  label: string
  description?: string
  withAsterisk: boolean
  disabled: boolean
}
type Only<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>

/** Where a browser takes no further character it says nothing, and cuts what is pasted. */
function useFull({ value, description }: FieldInput, maxLength: number | undefined) {
  const intl = useIntl()
  const isFull = maxLength !== undefined && String(value ?? '').length >= maxLength
  if (isFull) return { maxLength, description: intl.formatMessage({ id: 'fields.full' }, { n: maxLength }) }
  return { ...(maxLength && { maxLength }), ...(description && { description }) }
}

function LongTextField({ field, inputProps }: { field: Only<'longText'>; inputProps: FieldInput }) {
  return (
    <Textarea
      {...inputProps}
      {...useFull(inputProps, field.maxLength)}
      {...(field.ltr && { dir: 'ltr' })}
      autosize
      minRows={2}
      maxRows={10}
    />
  )
}

function TextField({ field, inputProps }: { field: Only<'text'>; inputProps: FieldInput }) {
  const { type = 'text', autoComplete, maxLength, ltr, digits } = field
  const isFigure = ltr || digits || type !== 'text'
  return (
    <TextInput
      {...inputProps}
      type={type}
      {...(autoComplete && { autoComplete })}
      {...useFull(inputProps, maxLength)}
      {...(isFigure && { dir: 'ltr' })}
      {...(digits && { inputMode: 'numeric' as const })}
    />
  )
}

function PasswordField({ field, inputProps }: { field: Only<'password'>; inputProps: FieldInput }) {
  const intl = useIntl()
  return (
    <PasswordInput
      {...inputProps}
      dir="ltr"
      autoComplete={field.isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
    />
  )
}

function DateField({ field, inputProps }: { field: Only<'date'>; inputProps: FieldInput }) {
  const intl = useIntl()
  const locale = useDateLocale()
  const month = (id: 'date.previous' | 'date.next') => ({ 'aria-label': intl.formatMessage({ id }) })
  return (
    <DateInput
      {...inputProps}
      value={inputProps.value ? String(inputProps.value) : null}
      valueFormat="DD/MM/YYYY"
      locale={locale}
      defaultDate={field.firstShown ?? '1940-01-01'}
      {...(field.max && { maxDate: field.max })}
      clearable
      leftSection={<IconCalendar size={18} aria-hidden />}
      previousLabel={month('date.previous')['aria-label']}
      nextLabel={month('date.next')['aria-label']}
      ariaLabels={{
        previousMonth: intl.formatMessage({ id: 'date.previous' }),
        nextMonth: intl.formatMessage({ id: 'date.next' }),
        previousYear: intl.formatMessage({ id: 'date.previous' }),
        nextYear: intl.formatMessage({ id: 'date.next' }),
        previousDecade: intl.formatMessage({ id: 'date.previous' }),
        nextDecade: intl.formatMessage({ id: 'date.next' }),
        monthLevelControl: intl.formatMessage({ id: 'date.up' }),
        yearLevelControl: intl.formatMessage({ id: 'date.up' }),
      }}
      clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'date.clear' }) }}
    />
  )
}

const optional = <Value,>(value: Value): Value | null => (value === '' || value === undefined ? null : value)

function NumberField({ field, inputProps }: { field: Only<'number'>; inputProps: FieldInput }) {
  const { min, max, step, unit, placeholder } = field
  return (
    <NumberInput
      {...inputProps}
      value={typeof inputProps.value === 'number' ? inputProps.value : ''}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(step !== undefined && { step })}
      {...(placeholder && { placeholder })}
      {...(unit !== undefined && {
        rightSection: typeof unit === 'string' ? <Unit of={unit} /> : unit,
        rightSectionWidth: '5.5rem',
        rightSectionProps: { style: { fontSize: '0.8125rem' } },
      })}
      clampBehavior="none"
      hideControls
      dir="ltr"
    />
  )
}

const kinds: {
  [Kind in Exclude<Field['kind'], 'group' | 'phone' | 'lookup'>]: (
    field: Only<Kind>,
    inputProps: FieldInput,
  ) => ReactNode
} = {
  text: (field, inputProps) => <TextField field={field} inputProps={inputProps} />,
  longText: (field, inputProps) => <LongTextField field={field} inputProps={inputProps} />,
  password: (field, inputProps) => <PasswordField field={field} inputProps={inputProps} />,
  number: (field, inputProps) => <NumberField field={field} inputProps={inputProps} />,
  checkbox: (_, { withAsterisk: __, value: ___, ...inputProps }) => <Checkbox size="md" {...inputProps} />,
  date: (field, inputProps) => <DateField field={field} inputProps={inputProps} />,
  time: (_, inputProps) => <TimeInput {...inputProps} dir="ltr" />,
  select: ({ options, clearable }, inputProps) => (
    <Select
      {...inputProps}
      value={optional(inputProps.value)}
      data={[...options]}
      searchable={options.length > 8}
      {...(clearable && { clearable })}
    />
  ),
  tags: ({ maxTags }, inputProps) => (
    <TagsInput {...inputProps} value={inputProps.value ?? []} {...(maxTags && { maxTags })} clearable />
  ),
  multiSelect: ({ options }, inputProps) => (
    <MultiSelect {...inputProps} value={inputProps.value ?? []} data={[...options]} searchable clearable />
  ),
}

function One({ field, inputs }: { field: Exclude<Field, { kind: 'group' }>; inputs: Inputs }) {
  const intl = useIntl()
  const { name, label, hint, required = false, disabled = false } = field
  const inputProps: FieldInput = {
    ...inputs.getInputProps(name, field.kind === 'checkbox' ? { type: 'checkbox' } : {}),
    label: intl.formatMessage({ id: label }),
    ...(hint && { description: intl.formatMessage({ id: hint }) }),
    withAsterisk: required,
    disabled,
  }
  if (field.kind === 'phone') return <PhoneField field={field} inputProps={inputProps} inputs={inputs} />
  if (field.kind === 'lookup') return <LookupField field={field} inputProps={inputProps} />
  // Safe: each kind is drawn by the function of its own name.
  return (kinds[field.kind] as (field: Field, inputProps: FieldInput) => ReactNode)(field, inputProps)
}

/** Fields as values: `<Fields form={form} fields={[{ kind: 'text', name: 'name', label: 'devices.name' }]} />`. */
export function Fields({ form, fields }: { form: Inputs; fields: readonly Field[] }) {
  return (
    <div className={styles['fields']}>
      {fields.map((field) => (
        <div key={field.name} className={styles['field']} data-half={'half' in field && field.half}>
          {field.kind === 'group' ? (
            <Fieldset legend={<FormattedMessage id={field.legend} />}>
              <Fields form={form} fields={field.fields} />
            </Fieldset>
          ) : (
            <One field={field} inputs={form} />
          )}
        </div>
      ))}
    </div>
  )
}
