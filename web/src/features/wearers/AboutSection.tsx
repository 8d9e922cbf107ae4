import { updateWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { useIsFamily } from '../../session/is-family.ts'
import { useMay } from '../../session/may.ts'
import { useNow } from '../../ui/figures/now.ts'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Portrait } from '../../ui/people/Portrait.tsx'
import { ChoosePhoto } from './ChoosePhoto.tsx'
import { RoomAndBed } from './columns.tsx'
import { comeBack } from './come-back.tsx'
import { StayMark } from './StayMark.tsx'
import { yearsOld } from './years.ts'
import styles from './Wearers.module.css'
import { nameOf } from './names.ts'

function Born({ dob }: { dob: string }) {
  const today = useNow().toISOString()
  return (
    <>
      <FormattedDate value={dob} timeZone="UTC" dateStyle="long" />
      {' · '}
      <FormattedMessage id="wearer.years" values={{ n: yearsOld(dob, today) }} />
    </>
  )
}

const placeFacts = (wearer: Wearer): Fact[] => [
  { label: 'wearer.roomAndBed', value: <RoomAndBed wearer={wearer} /> },
  { label: 'users.branch', value: wearer.branch ? <bdi>{wearer.branch.name}</bdi> : null },
  { label: 'users.company', value: wearer.company ? <bdi>{wearer.company.name}</bdi> : null },
]

function Actions({ wearer }: { wearer: Wearer }) {
  const isFamily = useIsFamily()
  const { uuid, status } = wearer
  return (
    <>
      {isFamily ? null : status === 'ACTIVE' ? (
        <Button variant="default" onClick={() => openDialog('changeStay', { uuid })}>
          <FormattedMessage id="wearer.leaves" />
        </Button>
      ) : (
        <Button variant="default" onClick={() => void comeBack(wearer)}>
          <FormattedMessage id="wearer.comesBack" />
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => openDialog('editWearer', { uuid })}
      >
        <FormattedMessage id="action.edit" />
      </Button>
    </>
  )
}

/** Who somebody is, and where they live. */
export function AboutSection({ wearer }: { wearer: Wearer }) {
  const may = useMay()
  const { dob, sex, language } = wearer
  const mayChange = may(updateWearer)
  return (
    <Section title="person.about" actions={mayChange ? <Actions wearer={wearer} /> : null}>
      <div className={styles['about']}>
        <div className={styles['picture']}>
          <Portrait name={nameOf(wearer)} imageUrl={wearer.imageUrl} size="page" />
          {mayChange ? <ChoosePhoto of={wearer.uuid} /> : null}
        </div>
        <Facts
          facts={[
            { label: 'list.status', value: <StayMark wearer={wearer} /> },
            ...placeFacts(wearer),
            { label: 'users.dob', value: dob ? <Born dob={dob} /> : null },
            { label: 'users.gender', value: sex ? <FormattedMessage id={`gender.${sex}`} /> : null },
            { label: 'person.language', value: language ? languageNames[language] : null },
          ]}
        />
      </div>
    </Section>
  )
}
