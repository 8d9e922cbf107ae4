import type { OwnChannel } from '@carewatch/contracts/http/channels'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { Button, Text } from '@mantine/core'
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { SendTest } from '../../ui/controls/SendTest.tsx'
import styles from './ChannelsSection.module.css'

type Standing = 'reaches' | 'fails' | 'missing'

const icons = { reaches: IconCircleCheckFilled, fails: IconAlertTriangleFilled, missing: IconCircleXFilled }

const standingOf = ({ gap, isFailing }: OwnChannel): Standing => {
  if (gap) return 'missing'
  return isFailing ? 'fails' : 'reaches'
}

function Channel({ channel }: { channel: OwnChannel }) {
  const standing = standingOf(channel)
  const Icon = icons[standing]
  return (
    <li className={styles['channel']}>
      <Icon className={styles['icon']} data-standing={standing} size={20} aria-hidden />
      <span className={styles['what']}>
        <b>
          <FormattedMessage id={`channels.name.${channel.channel}`} />
        </b>
        <span>
          <FormattedMessage
            id={
              channel.gap
                ? `channels.gap.${channel.gap}`
                : standing === 'fails'
                  ? 'channels.fails'
                  : 'channels.reaches'
            }
          />
        </span>
      </span>
      {channel.gap || channel.channel === 'IN_APP' ? null : (
        <span className={styles['test']}>
          <SendTest channel={channel} />
        </span>
      )}
    </li>
  )
}

const isMessage = ({ channel, gap }: OwnChannel): boolean => channel !== 'IN_APP' && gap === null

/** By which ways alarms reach oneself, what is missing for the others, and a test of each. */
export function ChannelsSection({ channels, person }: { channels: OwnChannel[]; person: UserDetail }) {
  const { uuid, quietFrom: from, quietTo: to } = person
  const change = (
    <Button variant="default" onClick={() => openDialog('editPerson', { uuid })}>
      <FormattedMessage id="person.changeQuiet" />
    </Button>
  )
  return (
    <Section title="channels.title" actions={change}>
      {channels.some(isMessage) ? null : (
        <p role="alert" className={styles['unreachable']}>
          <IconAlertTriangleFilled size={20} aria-hidden />
          <FormattedMessage id="channels.unreachable" />
        </p>
      )}
      <ul className={styles['channels']}>
        {channels.map((channel) => (
          <Channel key={channel.channel} channel={channel} />
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        <FormattedMessage
          id={from === to ? 'person.neverQuiet' : 'person.quiet'}
          values={{ from: <Ltr key="from">{from}</Ltr>, to: <Ltr key="to">{to}</Ltr> }}
        />
      </Text>
    </Section>
  )
}
