import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Scroll } from '../../ui/page/Scroll.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { BranchCounts } from './branch-counts.ts'

const heads: readonly MessageId[] = [
  'devices.branch',
  'dashboard.unacknowledged',
  'companies.people',
  'page.devices',
  'branches.gateways',
  'branches.rooms',
]

/** How much stands in each branch. */
export function Branches({ rows, total }: BranchCounts) {
  const intl = useIntl()
  if (rows.length === 0) return null
  return (
    <Section title="page.branches">
      <Scroll label={intl.formatMessage({ id: 'page.branches' })}>
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
            {rows.map(({ uuid, name, waiting, people, devices, gateways, rooms }) => (
              <tr key={uuid}>
                <td>
                  <LinkText to="/admin/branch/$uuid" params={{ uuid }} className="tap" dir="auto">
                    {name}
                  </LinkText>
                </td>
                <td>
                  <FormattedNumber value={waiting} />
                </td>
                <td>
                  <FormattedNumber value={people} />
                </td>
                <td>
                  <FormattedNumber value={devices} />
                </td>
                <td>
                  <FormattedNumber value={gateways} />
                </td>
                <td>
                  <FormattedNumber value={rooms} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {total > rows.length ? (
        <LinkButton to="/admin/branches" variant="default">
          <FormattedMessage id="dashboard.allBranches" values={{ n: total }} />
        </LinkButton>
      ) : null}
    </Section>
  )
}
