import { chooseProfile, type ModelProfile } from '@carewatch/contracts/http/device-profile'
import { Button, Group, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useMay } from '../../session/may.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** As it reads where no field for a number stands behind it. */
const wordOf = (name: ModelProfile['lacks'][number]): MessageId =>
  name.endsWith('IntervalMinutes') ? 'profile.intervals' : `setting.${name}`

/** Settings and measuring that this watch cannot, in words. */
function lackingOf({ taken, lacks, measuresNow }: ModelProfile): MessageId[] {
  const isMute = taken?.by === 'CHOSEN' && measuresNow.length === 0
  return [...new Set([...lacks.map(wordOf), ...(isMute ? ['overview.measure' as const] : [])])]
}

const Lacking = ({ words }: { words: readonly MessageId[] }) =>
  words.map((id) => (
    <div key={id}>
      <FormattedMessage id={id} />
    </div>
  ))

/** Which model of its make the watch is taken for: by that it is read, and sent what it is sent. */
export function Profile({ uuid, profile }: { uuid: string; profile: ModelProfile }) {
  const may = useMay()
  const lacking = lackingOf(profile)
  const { taken, guess, choices } = profile
  if (choices.length === 0) return null
  const facts: Fact[] = [
    {
      label: 'profile.taken',
      value: taken ? <Ltr>{taken.label}</Ltr> : <FormattedMessage id="profile.unknown" />,
    },
    {
      label: 'profile.how',
      value: taken ? <FormattedMessage id={`profile.by.${taken.by}`} /> : null,
    },
    ...(taken?.by === 'CHOSEN' && guess
      ? [{ label: 'profile.guess' as const, value: <Ltr>{guess.label}</Ltr> }]
      : []),
    ...(lacking.length > 0
      ? [{ label: 'settings.state.NOT_SUPPORTED' as const, value: <Lacking words={lacking} /> }]
      : []),
  ]
  return (
    <Section
      title="profile.title"
      actions={
        may(chooseProfile) ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => openDialog('chooseProfile', { uuid })}>
              <FormattedMessage id="profile.choose" />
            </Button>
            <Button variant="default" onClick={() => openDialog('connectDevice', { uuid })}>
              <FormattedMessage id="addDevice.connect" />
            </Button>
          </Group>
        ) : null
      }
    >
      <Facts facts={facts} />
      <Text size="sm" c="dimmed">
        <FormattedMessage id="profile.why" />
      </Text>
    </Section>
  )
}
