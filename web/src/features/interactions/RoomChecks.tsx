import { FormattedMessage, useIntl } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Scroll } from '../../ui/page/Scroll.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Loaded } from './load.ts'

const heads = ['blt.room', 'interactions.who', 'interactions.when', 'rooms.status', 'rooms.note'] as const

/** Who looked after which room in the last day. */
export function RoomChecks({ checks }: Pick<Loaded, 'checks'>) {
  const intl = useIntl()
  return (
    <Section title="interactions.roomChecks">
      {checks.length === 0 ? <FormattedMessage id="interactions.noChecks" /> : null}
      {checks.length > 0 ? (
        <Scroll label={intl.formatMessage({ id: 'interactions.roomChecks' })}>
          <table>
            <thead>
              <tr>
                {heads.map((id) => (
                  <th key={id} scope="col">
                    <FormattedMessage id={id} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {checks.map(({ uuid, room, user, at, status, note }) => (
                <tr key={uuid}>
                  <td>
                    <bdi>{room.name}</bdi>
                  </td>
                  <td>
                    <bdi>{user?.name ?? '—'}</bdi>
                  </td>
                  <td>
                    <Moment at={at} />
                  </td>
                  <td>
                    <bdi>{status ?? '—'}</bdi>
                  </td>
                  <td>
                    <bdi>{note ?? '—'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </Section>
  )
}
