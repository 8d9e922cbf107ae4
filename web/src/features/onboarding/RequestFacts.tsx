import type { onboardingDetail } from '@carewatch/contracts/http/onboarding'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { relations } from '@carewatch/contracts/relations'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { RequestStatus } from './RequestStatus.tsx'

type Detail = Reply<typeof onboardingDetail>
type Resident = Detail['owner']

const words = (text: string | null | undefined): ReactNode => (text ? <bdi>{text}</bdi> : null)
const figures = (text: string | number | null | undefined): ReactNode =>
  text === null || text === undefined || text === '' ? null : <Ltr>{text}</Ltr>
const yesNo = (isSo: boolean) => <FormattedMessage id={isSo ? 'requests.yes' : 'requests.no'} />

const personFacts = ({ firstName, lastName, phone, email }: Resident): Fact[] => [
  { label: 'onboard.firstName', value: words(firstName) },
  { label: 'onboard.lastName', value: words(lastName) },
  { label: 'onboard.phone', value: figures(phone) },
  { label: 'onboard.email', value: figures(email) },
]

const addressFacts = ({ streetAddress, city }: Resident): Fact[] => [
  { label: 'onboard.streetAddress', value: words(streetAddress) },
  { label: 'onboard.city', value: words(city) },
]

const ownerFacts = (owner: Resident): Fact[] => [
  ...personFacts(owner),
  ...addressFacts(owner),
  { label: 'onboard.healthOrganisation', value: words(owner.healthOrganisation) },
  { label: 'onboard.idNumber', value: figures(owner.idNumber) },
  {
    label: 'onboard.dob',
    value: owner.dob ? <FormattedDate value={owner.dob} dateStyle="medium" timeZone="UTC" /> : null,
  },
]

const deviceFacts = ({ deviceDetails: details }: Detail): Fact[] => [
  { label: 'onboard.averageHeartRate', value: figures(details.averageHeartRate) },
  { label: 'onboard.averageSystolic', value: figures(details.averageSystolic) },
  { label: 'onboard.averageDiastolic', value: figures(details.averageDiastolic) },
  { label: 'onboard.heartRateInterval', value: figures(details.heartRateIntervalMinutes) },
  { label: 'onboard.bloodPressureInterval', value: figures(details.bloodPressureIntervalMinutes) },
  { label: 'onboard.gpsInterval', value: figures(details.gpsIntervalMinutes) },
]

const requestFacts = ({ request, declaration }: Detail): Fact[] => [
  { label: 'list.status', value: <RequestStatus status={request.status} /> },
  { label: 'requests.device', value: words(request.device.name) },
  { label: 'devices.imei', value: figures(request.device.imei) },
  { label: 'requests.supervisor', value: words(request.supervisor?.name) },
  { label: 'requests.declared', value: <FormattedDate value={declaration.date} dateStyle="medium" /> },
  { label: 'requests.consent', value: yesNo(declaration.consentToEmail) },
  ...(request.decidedBy ? [{ label: 'requests.decidedBy', value: words(request.decidedBy) } as const] : []),
  ...(request.reason ? [{ label: 'requests.reasonShown', value: words(request.reason) } as const] : []),
]

function Contacts({ contacts }: Detail) {
  if (contacts.length === 0) return <FormattedMessage id="requests.none" />
  return contacts.map(({ name, relation, phone, email, createUserInPortal, sosPriority }, at) => {
    const known = relations.find((each) => each === relation)
    return (
      // oxlint-disable-next-line react/no-array-index-key -- what was said stays in its order for ever.
      <Facts
        key={at}
        facts={[
          { label: 'onboard.contact.name', value: words(name) },
          {
            label: 'onboard.contact.relation',
            value: known ? <FormattedMessage id={`relation.${known}`} /> : words(relation),
          },
          { label: 'onboard.phone', value: figures(phone) },
          { label: 'onboard.email', value: figures(email) },
          { label: 'onboard.contact.createUser', value: yesNo(createUserInPortal ?? false) },
          {
            label: 'onboard.contact.sosPriority',
            value: sosPriority ? <FormattedMessage id={`sosPriority.${sosPriority}`} /> : null,
          },
        ]}
      />
    )
  })
}

/** Everything that was said, section by section. */
export function RequestFacts(detail: Detail) {
  return (
    <>
      <Facts facts={requestFacts(detail)} />
      <Section title="onboard.owner">
        <Facts facts={ownerFacts(detail.owner)} />
      </Section>
      <Section title="onboard.shipping">
        <Facts facts={[...personFacts(detail.shipping), ...addressFacts(detail.shipping)]} />
      </Section>
      <Section title="onboard.contactPerson">
        <Facts facts={personFacts(detail.contactPerson)} />
      </Section>
      <Section title="onboard.deviceDetails">
        <Facts facts={deviceFacts(detail)} />
      </Section>
      <Section title="onboard.contacts">
        <Contacts {...detail} />
      </Section>
    </>
  )
}
