import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { salesDashboard } from '@carewatch/contracts/http/sales'
import { FormattedDate, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Bars } from '../../ui/page/Bars.tsx'
import { Counts } from '../../ui/page/Counts.tsx'
import { Section } from '../../ui/page/Section.tsx'

export type Sales = Reply<typeof salesDashboard>

function Totals({ title, of: { customers, devices } }: { title: MessageId; of: Sales['toDate'] }) {
  return (
    <Section title={title}>
      <Counts
        counts={[
          { label: 'sales.supervised', n: customers.supervised },
          { label: 'sales.private', n: customers.private },
          { label: 'devices.sold', n: devices.sold, tone: 'ok' },
          { label: 'devices.unsold', n: devices.unsold },
        ]}
      />
    </Section>
  )
}

type Added = { at: string; sold: number; customers: number }

function Graph({ title, of, isMonths }: { title: MessageId; of: readonly Added[]; isMonths?: boolean }) {
  const intl = useIntl()
  return (
    <Section title={title}>
      <Bars
        label={intl.formatMessage({ id: title })}
        nameLabel={isMonths ? 'sales.month' : 'taskDashboard.day'}
        names={of.map(({ at }) => (
          <FormattedDate
            key={at}
            value={`${at}T12:00:00Z`}
            timeZone="UTC"
            {...(isMonths ? { month: 'short', year: '2-digit' } : { day: 'numeric' })}
          />
        ))}
        series={[
          { label: 'sales.devicesSold', values: of.map(({ sold }) => sold) },
          { label: 'sales.newCustomers', values: of.map(({ customers }) => customers) },
        ]}
      />
    </Section>
  )
}

/** Customers and devices, this month and to date. */
export function Figures({ toDate, thisMonth, days, months }: Sales) {
  return (
    <>
      <Totals title="sales.thisMonth" of={thisMonth} />
      <Totals title="sales.toDate" of={toDate} />
      <Graph title="sales.perDay" of={days.map(({ day, ...rest }) => ({ at: day, ...rest }))} />
      <Graph
        title="sales.perMonth"
        of={months.map(({ month, ...rest }) => ({ at: month, ...rest }))}
        isMonths
      />
    </>
  )
}
