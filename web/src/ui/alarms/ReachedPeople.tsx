import type { ChainStep } from '@carewatch/contracts/escalation'
import type { Reached } from '@carewatch/contracts/http/escalation'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkText } from '../controls/LinkText.tsx'
import styles from './ReachedPeople.module.css'

type Props = { step: ChainStep; people: readonly Reached[] }

function Name({ person: { uuid, name } }: { person: Reached }) {
  if (uuid === null) return <bdi>{name}</bdi>
  return (
    <LinkText to="/user/detail/$uuid" params={{ uuid }}>
      <bdi>{name}</bdi>
    </LinkText>
  )
}

function Ways({ person: { ways } }: { person: Reached }) {
  const intl = useIntl()
  return (
    <>
      {intl.formatList(
        ways.map((way) => intl.formatMessage({ id: `alarms.channel.${way}` })),
        { type: 'unit' },
      )}
    </>
  )
}

/** Somebody whom nothing but the screen reaches, though the step would send more. */
const isMissed = ({ channels }: ChainStep, { ways, isOutOfReach }: Reached): boolean =>
  isOutOfReach || (channels.some((channel) => channel !== 'IN_APP') && ways.every((way) => way === 'IN_APP'))

/** The people of a step by name, and by what they are reached now; in red who cannot be. */
export function ReachedPeople({ step, people }: Props) {
  if (people.length === 0)
    return (
      <p className={styles['missed']}>
        <IconAlertTriangleFilled size={16} aria-hidden />
        <FormattedMessage id="escalation.nobody" />
      </p>
    )
  return (
    <ul className={styles['people']}>
      {people.map((person) => (
        <li key={person.uuid ?? person.name}>
          <Name person={person} />
          {isMissed(step, person) ? (
            <span className={styles['missed']}>
              <IconAlertTriangleFilled size={16} aria-hidden />
              <FormattedMessage
                id={person.ways.length > 0 ? 'escalation.onlyScreen' : 'escalation.unreachable'}
              />
            </span>
          ) : (
            <small>
              <Ways person={person} />
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
