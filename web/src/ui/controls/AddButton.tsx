import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'

type Props = { label: MessageId; onClick: () => void; variant?: 'default' }

export const AddButton = ({ label, ...button }: Props) => (
  <Button leftSection={<IconPlus size={18} aria-hidden />} {...button}>
    <FormattedMessage id={label} />
  </Button>
)
