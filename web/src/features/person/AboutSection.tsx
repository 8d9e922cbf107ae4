import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { languageNames } from '../../i18n/language-names.ts'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedDate, FormattedMessage, FormattedNumber } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { userAtom } from '../../session/session.ts'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Phone } from '../../ui/people/Phone.tsx'
import { Portrait } from '../../ui/people/Portrait.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { StatusMark } from '../../ui/devices/StatusMark.tsx'
import styles from './AboutSection.module.css'
import { hidesAccount, hidesPlace } from './hidden.ts'
import { ChoosePicture } from './ChoosePicture.tsx'

type Props = { person: UserDetail; mayEdit: boolean }

const smokes = ['no', 'yes'] as const

const accountFacts = (person: UserDetail): Fact[] => [
  { label: 'users.email', value: person.email ? <Ltr>{person.email}</Ltr> : null },
  { label: 'users.userType', value: <FormattedMessage id={`userType.${person.userType}`} /> },
]

const placeFacts = ({ company, branch }: UserDetail): Fact[] => [
  { label: 'users.company', value: company ? <bdi>{company.name}</bdi> : null },
  { label: 'users.branch', value: branch ? <bdi>{branch.name}</bdi> : null },
]

const bodyFacts = ({ dob, gender, height, weight, smoking }: UserDetail): Fact[] => [
  { label: 'users.dob', value: dob ? <FormattedDate value={dob} timeZone="UTC" dateStyle="long" /> : null },
  { label: 'users.gender', value: gender ? <FormattedMessage id={`gender.${gender}`} /> : null },
  {
    label: 'person.height',
    value: height ? <FormattedNumber value={height} style="unit" unit="centimeter" /> : null,
  },
  {
    label: 'person.weight',
    value: weight ? <FormattedNumber value={weight} style="unit" unit="kilogram" /> : null,
  },
  {
    label: 'person.smoking',
    value: smoking === null ? null : <FormattedMessage id={`person.smokes.${smokes[smoking]}`} />,
  },
]

const factsOf = (person: UserDetail): Fact[] => [
  { label: 'users.contactNumber', value: <Phone number={person.contactNumber} /> },
  { label: 'users.address', value: person.address ? <bdi>{person.address}</bdi> : null },
  ...bodyFacts(person),
  { label: 'users.userName', value: <Ltr>{person.userName}</Ltr> },
  { label: 'person.language', value: languageNames[person.selectedLanguage] },
  { label: 'profile.timeZone', value: <Ltr>{person.timeZone}</Ltr> },
]

/** Who somebody is, as far as the viewer may know it. */
export function AboutSection({ person, mayEdit }: Props) {
  const me = useAtomValue(userAtom)
  if (!me) return null
  const { uuid, role, isActive } = person
  const edit = mayEdit ? (
    <Button
      variant="default"
      leftSection={<IconPencil size={18} aria-hidden />}
      onClick={() => openDialog('editPerson', { uuid })}
    >
      <FormattedMessage id="action.edit" />
    </Button>
  ) : null
  return (
    <Section title="person.about" actions={edit}>
      <div className={styles['about']}>
        <div className={styles['picture']}>
          <Portrait
            name={`${person.firstName} ${person.lastName}`}
            imageUrl={person.imageUrl}
            size="dialog"
          />
          {mayEdit ? <ChoosePicture of={uuid} /> : null}
        </div>
        <Facts
          facts={[
            { label: 'users.role', value: <FormattedMessage id={`role.${role}`} /> },
            { label: 'list.status', value: <StatusMark isActive={isActive} /> },
            ...(hidesAccount(me.role) ? [] : accountFacts(person)),
            ...(hidesPlace(me.role) ? [] : placeFacts(person)),
            ...factsOf(person),
          ]}
        />
      </div>
    </Section>
  )
}
