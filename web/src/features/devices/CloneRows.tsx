import { DEVICE_NAME_MAX } from '@carewatch/contracts/numbers'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { Inputs } from '../../ui/form/inputs.ts'
import styles from './CloneRows.module.css'

const cells = [
  { name: 'imei', label: 'devices.imei', max: 15, isFigure: true, required: true },
  { name: 'imsi', label: 'devices.imsi', max: 32, isFigure: true, required: true },
  { name: 'name', label: 'devices.name', max: DEVICE_NAME_MAX, isFigure: false, required: true },
  { name: 'mobileNumber', label: 'devices.mobileNumber', max: 40, isFigure: true, required: false },
] as const

type Props = { form: Inputs; count: number; onRemove: (index: number) => void }

export function CloneRows({ form, count, onRemove }: Props) {
  const intl = useIntl()
  return (
    <ol className={styles['rows']}>
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place: its errors name it by that.
        <li key={index} className={styles['row']}>
          {cells.map(({ name, label, max, isFigure, required }) => (
            <TextInput
              key={name}
              {...form.getInputProps(`devices.${index}.${name}`)}
              label={intl.formatMessage({ id: label })}
              withAsterisk={required}
              maxLength={max}
              {...(isFigure && { dir: 'ltr', inputMode: 'tel' as const })}
            />
          ))}
          <ActionIcon
            variant="default"
            size="lg"
            disabled={count === 1}
            aria-label={intl.formatMessage({ id: 'clone.remove' }, { n: index + 1 })}
            onClick={() => onRemove(index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ol>
  )
}
