import { changeOwner, deleteOwner } from '@carewatch/contracts/http/device-changes'
import { addRelative, deleteRelation, type Relative } from '@carewatch/contracts/http/relatives'
import { userDetail } from '@carewatch/contracts/http/users'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Phone } from '../../ui/people/Phone.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { takeFromOwner } from '../../ui/devices/take-from-owner.ts'
import type { Detail } from './load.ts'
import styles from './PeopleView.module.css'
import { isRelation } from './relation.ts'

function Owner({ detail: { device, owner } }: { detail: Detail }) {
  const may = useMay()
  const { uuid } = device
  const actions = (
    <>
      {may(changeOwner) ? (
        <Button variant="default" onClick={() => openDialog('changeOwner', { uuid })}>
          <FormattedMessage id="devices.changeOwner" />
        </Button>
      ) : null}
      {may(deleteOwner) && owner ? (
        <Button variant="light" color="red" onClick={() => void takeFromOwner(device)}>
          <FormattedMessage id="devices.deleteOwner" />
        </Button>
      ) : null}
    </>
  )
  return (
    <Section title="devices.owner" actions={actions}>
      {owner ? (
        <div className={styles['person']}>
          {may(userDetail) ? (
            <LinkText to="/user/detail/$uuid" params={{ uuid: owner.uuid }}>
              <bdi>{owner.name}</bdi>
            </LinkText>
          ) : (
            <bdi>{owner.name}</bdi>
          )}
          <Phone number={owner.contactNumber} />
        </div>
      ) : (
        <Text c="dimmed">
          <FormattedMessage id="device.noOwnerWhy" />
        </Text>
      )}
    </Section>
  )
}

function Kin({ relation }: { relation: string | null }) {
  if (relation === null) return null
  return isRelation(relation) ? <FormattedMessage id={`relation.${relation}`} /> : <bdi>{relation}</bdi>
}

type Person = Pick<Relative, 'name' | 'relation' | 'sosPriority' | 'maySeeLocation' | 'phone'> & {
  email?: string | null
  smsAlerts?: boolean
  status?: Relative['status']
}

function Kinsman({ person, children }: { person: Person; children?: React.ReactNode }) {
  const { name, relation, sosPriority, maySeeLocation, phone, email, smsAlerts, status } = person
  return (
    <li className={styles['relative']}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        <span className={styles['quiet']}>
          <Kin relation={relation} />
        </span>
        <div className={styles['person']}>
          <Phone number={phone} />
          {email ? <Ltr>{email}</Ltr> : null}
        </div>
        <ul className={styles['grants']}>
          {status === 'INVITED' ? (
            <li>
              <FormattedMessage id="relatives.invited" />
            </li>
          ) : null}
          <li>
            <FormattedMessage id={`relatives.notified.${sosPriority}`} />
          </li>
          {smsAlerts ? (
            <li>
              <FormattedMessage id="relatives.sms" />
            </li>
          ) : null}
          <li>
            <FormattedMessage id={maySeeLocation ? 'relatives.seesLocation' : 'relatives.noLocation'} />
          </li>
        </ul>
      </div>
      {children}
    </li>
  )
}

/** Those who may change them get them whole; the others what the device carries of them. */
function Relatives({ detail, relatives }: Props) {
  const may = useMay()
  const deviceUUID = detail.device.uuid
  const add = may(addRelative) ? (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => openDialog('addRelative', { deviceUUID })}
    >
      <FormattedMessage id="relatives.add" />
    </Button>
  ) : null
  const isEmpty = (relatives ?? detail.relatives).length === 0
  return (
    <Section title="device.relatives" actions={add}>
      {isEmpty ? (
        <Text c="dimmed">
          <FormattedMessage id="device.noRelatives" />
        </Text>
      ) : null}
      <ul className={styles['relatives']}>
        {relatives?.map((relative) => (
          <Kinsman key={relative.uuid} person={relative}>
            <RowMenu
              of={relative.name}
              actions={[
                { label: 'action.edit', run: () => openDialog('addRelative', { deviceUUID, relative }) },
                {
                  label: 'action.delete',
                  isDangerous: true,
                  run: () =>
                    void deleteAndShow(() => call(deleteRelation, { params: { uuid: relative.uuid } })),
                },
              ]}
            />
          </Kinsman>
        )) ??
          detail.relatives.map((person) => (
            <Kinsman key={person.relationUUID} person={{ ...person, phone: person.contactNumber }} />
          ))}
      </ul>
    </Section>
  )
}

type Props = { detail: Detail; relatives: readonly Relative[] | null }

export function PeopleView({ detail, relatives }: Props) {
  return (
    <>
      <Owner detail={detail} />
      <Relatives detail={detail} relatives={relatives} />
    </>
  )
}
