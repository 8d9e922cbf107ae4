import { deleteDevice, resetDevice } from '@carewatch/contracts/http/device-changes'
import type { DeviceIdentity } from '@carewatch/contracts/http/device-identity'
import type { ModelProfile } from '@carewatch/contracts/http/device-profile'
import { rotateCredentials } from '@carewatch/contracts/http/devices'
import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { isFamily } from '../../shell/navigation.ts'
import { AnswerCard } from '../../ui/alarms/AnswerCard.tsx'
import { SoldMark } from '../../ui/devices/DeviceMarks.tsx'
import { deleteAndShow } from '../../ui/page/done.ts'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { LimitList } from '../../ui/devices/LimitList.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Phone } from '../../ui/people/Phone.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { SettingsMark } from '../../ui/devices/SettingsMark.tsx'
import { StatusMark } from '../../ui/devices/StatusMark.tsx'
import { Identity } from './Identity.tsx'
import type { Detail } from './load.ts'
import { Picture } from './Picture.tsx'
import { Profile } from './Profile.tsx'
import { resetAfterAsking } from '../../ui/devices/reset-device.ts'
import { Who } from '../../ui/people/Who.tsx'

const named = (row: { name: string } | null) => (row ? <bdi>{row.name}</bdi> : null)

function Wearer({ detail }: { detail: Detail }) {
  const { device, owner, agent, imageUrl, homeLocation } = detail
  return (
    <Section title="device.wearer">
      <Picture device={device} imageUrl={imageUrl} />
      <Facts
        facts={[
          {
            label: 'devices.wornBy',
            value: device.wearer ? <Who wearer={device.wearer} name={device.wearer.name} /> : null,
          },
          { label: 'devices.owner', value: named(owner) ?? <FormattedMessage id="device.noOwner" /> },
          { label: 'devices.agent', value: named(agent) },
          { label: 'devices.mobileNumber', value: <Phone number={device.mobileNumber} /> },
          {
            label: 'device.home',
            value: <FormattedMessage id={homeLocation ? 'device.homeSet' : 'device.homeUnset'} />,
          },
        ]}
      />
    </Section>
  )
}

const tradeOf = ({ imei, imsi, isSold, isActive }: Detail['device']): Fact[] => [
  { label: 'devices.imei', value: <Ltr>{imei}</Ltr> },
  { label: 'devices.imsi', value: imsi ? <Ltr>{imsi}</Ltr> : null },
  { label: 'devices.sale', value: <SoldMark isSold={isSold} /> },
  { label: 'list.status', value: <StatusMark isActive={isActive} /> },
]

/** A family is told nothing of the trade: what it may need the provider asks for by the watch itself. */
function Watch({ device, firmware, clockSkew }: Pick<Detail, 'device' | 'firmware' | 'clockSkew'>) {
  const role = useAtomValue(userAtom)?.role
  const ofTrade = role !== undefined && isFamily(role) ? [] : tradeOf(device)
  return (
    <Section title="device.watch">
      <Facts
        facts={[
          { label: 'devices.name', value: <bdi>{device.name}</bdi> },
          { label: 'devices.model', value: <bdi>{device.deviceModel}</bdi> },
          ...(firmware ? [{ label: 'devices.firmware' as const, value: <Ltr>{firmware}</Ltr> }] : []),
          ...(clockSkew
            ? [{ label: 'devices.clock' as const, value: <FormattedMessage id="devices.clockWrong" /> }]
            : []),
          { label: 'devices.company', value: named(device.company) },
          { label: 'devices.branch', value: named(device.branch) },
          ...ofTrade,
        ]}
      />
    </Section>
  )
}

function Settings({ device, settings: state }: Detail) {
  const { operationMode, fallDetection, reminders, sosContacts } = state.settings
  return (
    <Section
      title="page.settings"
      actions={
        <LinkButton to="/user/settings" search={{ device: device.uuid }} variant="default">
          <FormattedMessage id="devices.open" />
        </LinkButton>
      }
    >
      <SettingsMark state={state} />
      <Facts
        facts={[
          { label: 'setting.operationMode', value: <FormattedMessage id={`mode.${operationMode}`} /> },
          {
            label: 'setting.fallDetection',
            value: <FormattedMessage id={fallDetection ? 'settings.on' : 'settings.off'} />,
          },
          { label: 'setting.sosContacts', value: sosContacts.length },
          { label: 'setting.reminders', value: reminders.length },
        ]}
      />
    </Section>
  )
}

function Danger({ device }: { device: Detail['device'] }) {
  const may = useMay()
  const navigate = useNavigate()
  const { uuid } = device
  if (!may(resetDevice)) return null
  const remove = async () => {
    if (await deleteAndShow(() => call(deleteDevice, { params: { uuid } })))
      await navigate({ to: '/admin/devices/{-$filterKey}', params: { filterKey: undefined } })
  }
  return (
    <Section title="device.manage">
      <Group>
        {may(rotateCredentials) ? (
          <Button variant="default" onClick={() => openDialog('deviceCredentials', { uuid })}>
            <FormattedMessage id="device.newPassword" />
          </Button>
        ) : null}
        <Button variant="default" onClick={() => openDialog('cloneDevices', { uuid })}>
          <FormattedMessage id="devices.clone" />
        </Button>
        <Button variant="light" color="red" onClick={() => void resetAfterAsking(uuid)}>
          <FormattedMessage id="devices.reset" />
        </Button>
        <Button variant="light" color="red" onClick={() => void remove()}>
          <FormattedMessage id="action.delete" />
        </Button>
      </Group>
    </Section>
  )
}

type Props = {
  detail: Detail
  identity: DeviceIdentity | undefined
  profile: ModelProfile | undefined
}

export function AboutView({ detail, identity, profile }: Props) {
  const { device, limits } = detail
  const givenLimits = Object.fromEntries(
    Object.entries(limits).map(([name, { low, high }]) => [
      name,
      { ...(low !== null && { low }), ...(high !== null && { high }) },
    ]),
  )
  return (
    <>
      <AnswerCard device={device}>
        <LinkButton to="/user/overview" search={{ device: device.uuid }}>
          <FormattedMessage id="devices.vitals" />
        </LinkButton>
        <LinkButton to="/user/monitoring" search={{ device: device.uuid }} variant="default">
          <FormattedMessage id="devices.graphs" />
        </LinkButton>
      </AnswerCard>
      <Sections>
        <Wearer detail={detail} />
        <Watch device={device} firmware={detail.firmware} clockSkew={detail.clockSkew} />
        {profile ? <Profile uuid={device.uuid} profile={profile} /> : null}
        {identity ? <Identity uuid={device.uuid} identity={identity} /> : null}
        <Settings {...detail} />
        <Section title="companies.limits">
          <LimitList limits={givenLimits} />
        </Section>
        <Danger device={device} />
      </Sections>
    </>
  )
}
