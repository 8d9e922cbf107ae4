import { Modal } from '@mantine/core'
import { useIntl } from 'react-intl'
import { LanguageChoice } from './LanguageChoice.tsx'

type Props = { opened: boolean; onClose: () => void }

export function LanguageDialog({ opened, onClose }: Props) {
  const intl = useIntl()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={intl.formatMessage({ id: 'language.title' })}
      closeButtonProps={{
        'aria-label': intl.formatMessage({ id: 'action.close' }),
        size: 44,
        iconSize: 20,
      }}
    >
      <LanguageChoice onChosen={onClose} />
    </Modal>
  )
}
