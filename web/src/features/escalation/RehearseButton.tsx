import type { ChainFamily } from '@carewatch/contracts/escalation'
import { type Reached, rehearseEscalation } from '@carewatch/contracts/http/escalation'
import { Button, Stack, Text } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import styles from './RehearseButton.module.css'

type Props = { device: string; family: ChainFamily; recipients: readonly (readonly Reached[])[] }

/** Everybody once, though several steps notify them. */
const peopleOf = (recipients: Props['recipients']): Reached[] => [
  ...new Map(recipients.flat().map((person) => [person.uuid ?? person.name, person])).values(),
]

function Question({ recipients }: Pick<Props, 'recipients'>) {
  const people = peopleOf(recipients)
  return (
    <Stack gap="sm">
      <Text>
        <FormattedMessage id="rehearsal.what" />
      </Text>
      {people.length === 0 ? (
        <Text>
          <FormattedMessage id="rehearsal.nobody" />
        </Text>
      ) : (
        <>
          <Text>
            <FormattedMessage id="rehearsal.who" values={{ n: people.length }} />
          </Text>
          <ul className={styles['names']}>
            {people.map(({ uuid, name, isOutOfReach }) => (
              <li key={uuid ?? name}>
                <bdi>{name}</bdi>
                {isOutOfReach ? (
                  <span className={styles['missed']}>
                    {' · '}
                    <FormattedMessage id="escalation.onlyScreen" />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}

/** Rings for one watch without anybody in need, after saying who will get messages. */
export function RehearseButton({ device, family, recipients }: Props) {
  const may = useMay()
  if (!may(rehearseEscalation)) return null
  const rehearse = async () => {
    const isSure = await confirmed({
      title: 'rehearsal.title',
      body: <Question recipients={recipients} />,
      confirm: 'rehearsal.start',
    })
    if (!isSure) return
    const body = { deviceUUID: device, family }
    await doAndShow('rehearsal.started', () => call(rehearseEscalation, { body }))
  }
  return (
    <Button
      variant="default"
      leftSection={<IconTestPipe size={18} aria-hidden />}
      onClick={() => void rehearse()}
    >
      <FormattedMessage id="rehearsal.action" />
    </Button>
  )
}
