import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LanguageChoice } from '../../shell/LanguageChoice.tsx'

export function LanguageSelect() {
  const intl = useIntl()
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLanguage size={20} aria-hidden />}
        onClick={dialog.open}
      >
        <FormattedMessage id="language.current" />
      </Button>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={intl.formatMessage({ id: 'language.title' })}
        closeButtonProps={{
          'aria-label': intl.formatMessage({ id: 'action.close' }),
          size: 44,
          iconSize: 20,
        }}
      >
        <LanguageChoice onChosen={dialog.close} />
      </Modal>
    </>
  )
}
