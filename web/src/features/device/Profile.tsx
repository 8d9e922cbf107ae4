import { chooseProfile, type ModelProfile } from '@carewatch/contracts/http/device-profile'
import { Button, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** Settings and measuring that this watch cannot, in words. */
function useLacking({ taken, lacks, measuresNow }: ModelProfile): string[] {
  const intl = useIntl()
  const named = lacks.map((name) => intl.formatMessage({ id: `setting.${name}` }))
  const isMute = taken?.by === 'CHOSEN' && measuresNow.length === 0
  return isMute ? [...named, intl.formatMessage({ id: 'overview.measure' })] : named
}

/** Which model of its make the watch is taken for: by that it is read, and sent what it is sent. */
export function Profile({ uuid, profile }: { uuid: string; profile: ModelProfile }) {
  const may = useMay()
  const intl = useIntl()
  const lacking = useLacking(profile)
  const { taken, guess, choices } = profile
  if (choices.length === 0) return null
  const facts: Fact[] = [
    {
      label: 'profile.taken',
      value: taken ? <Ltr>{taken.label}</Ltr> : <FormattedMessage id="profile.unknown" />,
    },
    {
      label: 'identity.how',
      value: taken ? <FormattedMessage id={`profile.by.${taken.by}`} /> : null,
    },
    ...(taken?.by === 'CHOSEN' && guess
      ? [{ label: 'profile.guess' as const, value: <Ltr>{guess.label}</Ltr> }]
      : []),
    ...(lacking.length > 0
      ? [{ label: 'settings.state.NOT_SUPPORTED' as const, value: intl.formatList(lacking) }]
      : []),
  ]
  return (
    <Section
      title="profile.title"
      actions={
        may(chooseProfile) ? (
          <Button variant="default" onClick={() => openDialog('chooseProfile', { uuid })}>
            <FormattedMessage id="profile.choose" />
          </Button>
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
