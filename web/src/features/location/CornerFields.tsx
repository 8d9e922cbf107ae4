import { FENCE_CORNERS_MAX } from '@carewatch/contracts/fences'
import type { Place } from '@carewatch/contracts/http/fields'
import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DegreesInput } from './DegreesInput.tsx'
import { middleOfMap } from './PlaceFields.tsx'
import styles from '../../tracks/Stage.module.css'

type Props = { corners: readonly Place[]; onChange: (corners: Place[]) => void; error: string | undefined }

/** The corners of a line as figures: each can be moved and taken away without dragging. */
export function CornerFields({ corners, onChange, error }: Props) {
  const intl = useIntl()
  const field = (index: number, name: 'lat' | 'lng') => ({
    label: intl.formatMessage({ id: `fence.corner.${name}` }, { n: index + 1 }),
    isNamedByPlace: true,
    value: corners[index]?.[name],
    // A corner without a figure is none: it stays where it was until there is one.
    onChange: (typed: number | undefined) => {
      if (typed !== undefined)
        onChange(corners.map((corner, at) => (at === index ? { ...corner, [name]: typed } : corner)))
    },
  })
  return (
    <Input.Wrapper
      labelElement="div"
      label={intl.formatMessage({ id: 'fence.corners' }, { n: corners.length })}
      description={intl.formatMessage({ id: 'fence.cornersHint' })}
      error={error}
    >
      {corners.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a corner is its number.
        <div key={index} className={styles['cornerRow']}>
          <span>{index + 1}</span>
          <DegreesInput {...field(index, 'lat')} />
          <DegreesInput {...field(index, 'lng')} />
          <ActionIcon
            aria-label={intl.formatMessage({ id: 'fence.removeCorner' }, { n: index + 1 })}
            onClick={() => onChange(corners.filter((__, at) => at !== index))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        mt="xs"
        fullWidth
        disabled={corners.length >= FENCE_CORNERS_MAX}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onChange([...corners, middleOfMap()])}
      >
        <FormattedMessage id="fence.addCorner" />
      </Button>
    </Input.Wrapper>
  )
}
