import { type companyDetails, newCompany, updateCompany } from '@carewatch/contracts/http/companies'
import { type TwoStepRole, twoStepRoles } from '@carewatch/contracts/roles'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { salesDashboard } from '@carewatch/contracts/http/sales'
import type { User } from '@carewatch/contracts/http/user-forms'
import { Button, Pill, PillGroup } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { AddDevice } from '../../dialogs/AddDevice.tsx'
import { Counts } from '../../ui/page/Counts.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { LimitList } from '../../ui/devices/LimitList.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { HouseRoutine } from '../../ui/people/HouseRoutine.tsx'
import { PeopleList } from '../../ui/people/PeopleList.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { StatusMark } from '../../ui/devices/StatusMark.tsx'

type Props = Reply<typeof companyDetails> & {
  people: readonly User[]
  /** What other features say of the company. */
  after?: ReactNode
}

function Edit({ uuid, of }: { uuid: string; of: 'addCompanyPopover' | 'companyLimits' }) {
  const may = useMay()
  if (!may(updateCompany)) return null
  return (
    <Button variant="default" onClick={() => openDialog(of, { uuid })}>
      <FormattedMessage id="action.edit" />
    </Button>
  )
}

function Actions({ company }: Pick<Props, 'company'>) {
  const may = useMay()
  const { uuid, name } = company
  return (
    <>
      {may(salesDashboard) ? (
        <Button
          variant="default"
          onClick={() => openDialog('salesDashboardPopover', { company: { uuid, name } })}
        >
          <FormattedMessage id="menu.sales" />
        </Button>
      ) : null}
      <AddDevice company={company} />
      {may(newCompany) ? (
        <LinkButton to="/admin/companies" variant="default">
          <FormattedMessage id="menu.companies" />
        </LinkButton>
      ) : null}
    </>
  )
}

function RoleNames({ roles }: { roles: readonly TwoStepRole[] }) {
  const intl = useIntl()
  if (roles.length === 0) return <FormattedMessage id="companies.twoStepNobody" />
  return intl.formatList(roles.map((role) => intl.formatMessage({ id: `role.${role}` })))
}

function IdleEnds({ minutes }: { minutes: Props['company']['idleMinutes'] }) {
  const intl = useIntl()
  const chosen = twoStepRoles.flatMap((role) => {
    const n = minutes[role]
    return n === undefined ? [] : [{ role: intl.formatMessage({ id: `role.${role}` }), n }]
  })
  if (chosen.length === 0) return <FormattedMessage id="companies.idleDefault" />
  return intl.formatList(chosen.map((values) => intl.formatMessage({ id: 'companies.idleIs' }, values)))
}

function Routine({ company: { uuid, routine = {} } }: Pick<Props, 'company'>) {
  const may = useMay()
  const edit = may(updateCompany) ? (
    <Button variant="default" onClick={() => openDialog('houseRoutine', { uuid, of: 'company' })}>
      <FormattedMessage id="action.edit" />
    </Button>
  ) : null
  return <HouseRoutine company={routine} actions={edit} />
}

export function CompanyPage({ company, counts, people, after }: Props) {
  const { uuid, name, code, address, manager, bookmarkValues, isActive, limits } = company
  const { sourcePinning, twoStepRoles, graceDays, heardUntil } = company
  return (
    <Page title="menu.company" subject={name} actions={<Actions company={company} />}>
      <Counts
        counts={[
          { label: 'page.branches', n: counts.branches },
          { label: 'companies.people', n: counts.people },
          { label: 'page.devices', n: counts.devices },
        ]}
      />
      <Sections>
        <Section title="companies.about" actions={<Edit uuid={uuid} of="addCompanyPopover" />}>
          <Facts
            facts={[
              { label: 'companies.code', value: <bdi>{code}</bdi> },
              { label: 'list.status', value: <StatusMark isActive={isActive} /> },
              ...(heardUntil
                ? [{ label: 'companies.heardUntil' as const, value: <Moment at={heardUntil} /> }]
                : []),
              { label: 'companies.manager', value: manager ? <bdi>{manager.name}</bdi> : null },
              { label: 'companies.address', value: address ? <bdi>{address}</bdi> : null },
              {
                label: 'companies.sourcePinning',
                value: <FormattedMessage id={`companies.pinning.${sourcePinning}`} />,
              },
              { label: 'companies.twoStepRoles', value: <RoleNames roles={twoStepRoles} /> },
              { label: 'companies.idle', value: <IdleEnds minutes={company.idleMinutes} /> },
              {
                label: 'companies.graceDays',
                value: <FormattedMessage id="companies.graceIs" values={{ n: graceDays }} />,
              },
            ]}
          />
        </Section>
        <Section title="companies.bookmarkValues" actions={<Edit uuid={uuid} of="addCompanyPopover" />}>
          {bookmarkValues.length === 0 ? <FormattedMessage id="companies.noBookmarks" /> : null}
          <PillGroup>
            {bookmarkValues.map((value) => (
              <Pill key={value} size="md">
                <bdi>{value}</bdi>
              </Pill>
            ))}
          </PillGroup>
        </Section>
        <Section title="companies.limits" actions={<Edit uuid={uuid} of="companyLimits" />}>
          <LimitList limits={limits} />
        </Section>
        <Routine company={company} />
        <Section title="companies.staff">
          <PeopleList people={people} />
        </Section>
      </Sections>
      {after}
    </Page>
  )
}
