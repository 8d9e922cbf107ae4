import type { settingsHistory } from '@carewatch/contracts/http/device-settings'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type SettingName, settingNames } from '@carewatch/contracts/settings'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Pager } from '../../ui/page/Pager.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './History.module.css'
import { SettingValue } from './SettingValue.tsx'

export type Changes = Reply<typeof settingsHistory>
type Change = Changes['changes'][number]

function Line({ name, from, to }: { name: SettingName; from: unknown; to: unknown }) {
  return (
    <div className={styles['line']}>
      <dt>
        <FormattedMessage id={`setting.${name}`} />
      </dt>
      <dd>
        <FormattedMessage
          id="settings.fromTo"
          values={{
            from: <SettingValue key="from" name={name} value={from} />,
            to: <SettingValue key="to" name={name} value={to} />,
          }}
        />
      </dd>
    </div>
  )
}

function Entry({ change: { at, by, revision, change } }: { change: Change }) {
  return (
    <li>
      <p>
        <b>{by ? <bdi>{by}</bdi> : <FormattedMessage id="settings.bySystem" />}</b> · <Moment at={at} /> ·{' '}
        <FormattedMessage id="settings.revision" values={{ n: revision }} />
      </p>
      <dl>
        {settingNames.map((name) => {
          const difference = change[name]
          return difference ? <Line key={name} name={name} from={difference.from} to={difference.to} /> : null
        })}
      </dl>
    </li>
  )
}

type Props = { history: Changes; page: number; onPage: (page: number) => void }

/** Who changed which setting from what to what, newest first. */
export function History({ history: { changes, total }, page, onPage }: Props) {
  return (
    <Section title="settings.history">
      {changes.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="settings.noHistory" />
        </Text>
      ) : null}
      <ol className={styles['entries']}>
        {changes.map((change) => (
          <Entry key={change.uuid} change={change} />
        ))}
      </ol>
      <Pager total={total} page={page} onPage={onPage} />
    </Section>
  )
}
