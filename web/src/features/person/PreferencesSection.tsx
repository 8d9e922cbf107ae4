import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { Button, Switch } from '@mantine/core'
import { useAtom } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { fontSizeAtom, soundAtom } from '../../preferences/preferences.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** Language, looks and sounds of Carewatch for oneself. */
export function PreferencesSection({ person }: { person: UserDetail }) {
  const [sound, setSound] = useAtom(soundAtom)
  const [size, setSize] = useAtom(fontSizeAtom)
  const { uuid, selectedLanguage, timeZone } = person
  const actions = (
    <>
      <Button variant="default" onClick={() => openDialog('changeLanguage')}>
        <FormattedMessage id="language.title" />
      </Button>
      <Button variant="default" onClick={() => openDialog('editPerson', { uuid })}>
        <FormattedMessage id="profile.timeZone" />
      </Button>
    </>
  )
  return (
    <Section title="person.preferences" actions={actions}>
      <Facts
        facts={[
          { label: 'language.title', value: languageNames[selectedLanguage] },
          { label: 'profile.timeZone', value: <Ltr>{timeZone}</Ltr> },
        ]}
      />
      <Switch
        size="md"
        checked={sound === 'on'}
        label={<FormattedMessage id="person.sounds" />}
        onChange={({ currentTarget }) => setSound(currentTarget.checked ? 'on' : 'off')}
      />
      <Switch
        size="md"
        checked={size === 'large'}
        label={<FormattedMessage id="shell.largeText" />}
        onChange={({ currentTarget }) => setSize(currentTarget.checked ? 'large' : 'small')}
      />
    </Section>
  )
}
