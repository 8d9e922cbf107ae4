import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useIntl } from 'react-intl'
import { languageAtom } from '../i18n/language.ts'
import { languageNames } from '../i18n/language-names.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

export function LanguageButton() {
  const intl = useIntl()
  const language = useAtomValue(languageAtom)
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLanguage size={20} aria-hidden />}
        onClick={dialog.open}
      >
        {languageNames[language]}
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
