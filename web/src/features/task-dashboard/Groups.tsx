import type { TaskFigures } from '@carewatch/contracts/http/task-dashboard'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Scroll } from '../../ui/page/Scroll.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { TaskSearch } from './links.ts'

export type GroupRow = TaskFigures & { label: MessageId; search: TaskSearch }

/** The same figures for each of a few groups, each leading to its tasks. */
export function Groups({ title, rows }: { title: MessageId; rows: readonly GroupRow[] }) {
  const intl = useIntl()
  return (
    <Section title={title}>
      <Scroll label={intl.formatMessage({ id: title })}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <FormattedMessage id={title} />
              </th>
              <th scope="col">
                <FormattedMessage id="taskDashboard.total" />
              </th>
              <th scope="col">
                <FormattedMessage id="tasks.unassigned" />
              </th>
              <th scope="col">
                <FormattedMessage id="taskDashboard.system" />
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, search, total, unassigned, systemCreated }) => (
              <tr key={label}>
                <td>
                  <LinkText to="/admin/task/list" search={search} className="tap">
                    <FormattedMessage id={label} />
                  </LinkText>
                </td>
                <td>
                  <FormattedNumber value={total} />
                </td>
                <td>
                  <FormattedNumber value={unassigned} />
                </td>
                <td>
                  <FormattedNumber value={systemCreated} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  )
}
