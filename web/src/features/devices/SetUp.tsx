import { deviceSetUp, sendSetUpSms } from '@carewatch/contracts/http/device-set-up'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type SetUpMessage, SetUpPassword, type SetUpSms, setUpText } from '@carewatch/contracts/set-up-sms'
import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Failure } from '../../http/failure.ts'
import { Secret } from '../../ui/controls/Secret.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { mayStillChange } from './set-up-wait.ts'

const ASK_EVERY_MS = 5_000

type SetUp = Reply<typeof deviceSetUp>
type Props = {
  uuid: string
  /** Where watches reach this server, as far as the portal's own address says it. */
  at: { host: string; port: number }
  onMessage?: ((message: SetUpMessage | null) => void) | undefined
}

const load = (uuid: string): Promise<SetUp> => call(deviceSetUp, { params: { uuid } })

/** What is known of it: asked for until it is there, and again while what came of the last message may change. */
function useSetUp({ uuid, onMessage }: Pick<Props, 'uuid' | 'onMessage'>) {
  const [setUp, setSetUp] = useState<SetUp | null>(null)
  const take = (found: SetUp) => {
    setSetUp(found)
    onMessage?.(found.message)
  }
  const ask = useEffectEvent(async () => {
    if (setUp && !mayStillChange(setUp.message)) return
    try {
      take(await load(uuid))
    } catch (error) {
      // The next round asks again; the banner shows that nobody answers.
      if (!(error instanceof Failure)) throw error
    }
  })
  const takeFirst = useEffectEvent((found: SetUp | null) => {
    if (found) take(found)
  })
  useEffect(() => {
    let isShown = true
    void attempt(() => load(uuid)).then((found) => {
      if (isShown) takeFirst(found)
    })
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [uuid])
  return { setUp, setMessage: (message: SetUpMessage) => setUp && take({ ...setUp, message }) }
}

const Known = ({ sms: { source, isVerified } }: { sms: SetUpSms }) => (
  <Text size="sm">
    <FormattedMessage
      id={isVerified ? 'setUp.verified' : 'setUp.unverified'}
      values={{ source: <Ltr key="source">{source}</Ltr> }}
    />
  </Text>
)

/** What came of the last message, as the provider said it: nothing more is taken for granted. */
function Outcome({ message }: { message: SetUpMessage | null }) {
  return (
    <Text size="sm" aria-live="polite" data-testid="set-up-state" data-state={message?.state}>
      {message ? (
        <FormattedMessage
          id={message.reason === 'timeout' ? 'setUp.unknown' : `setUp.${message.state}`}
          values={{
            time: <Moment key="time" at={message.createdAt} />,
            reason: message.reason ? (
              <FormattedMessage key="reason" id={`alarms.reason.${message.reason}`} />
            ) : null,
          }}
        />
      ) : null}
    </Text>
  )
}

/** Why none goes from here, and what can be done all the same. */
const Gap = ({ gap }: { gap: NonNullable<SetUp['gap']> }) => (
  <Notice tone="caution">
    <FormattedMessage id={`refusal.${gap}`} />.{' '}
    {gap === 'setUpNoChannel' || gap === 'setUpNoNumber' ? <FormattedMessage id="setUp.byHand" /> : null}
  </Notice>
)

type FormProps = Omit<Props, 'onMessage'> & {
  setUp: SetUp
  sms: SetUpSms
  onMessage: (message: SetUpMessage) => void
}

function SendForm({ uuid, at, setUp, sms, onMessage }: FormProps) {
  const { gap, number, message } = setUp
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const isRight = typed === '' || SetUpPassword.safeParse(typed).success
  const reached = { host: setUp.host ?? at.host, port: setUp.port ?? at.port }
  const password = typed === '' || !isRight ? sms.usualPassword : typed
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isRight) return
    setSending(true)
    const body = typed === '' ? {} : { password: typed }
    const sent = await attempt(() => call(sendSetUpSms, { params: { uuid }, body }))
    setSending(false)
    if (sent) onMessage(sent.message)
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        <Secret
          label="addDevice.setUpSms"
          value={setUpText(sms, { ...reached, password })}
          testId="set-up-sms"
        />
        <Known sms={sms} />
        <TextInput
          label={<FormattedMessage id="setUp.password" />}
          description={<FormattedMessage id="setUp.passwordHint" values={{ usual: sms.usualPassword }} />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={isRight ? null : <FormattedMessage id="field.setUpPassword" />}
          placeholder={sms.usualPassword}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        {gap === null && number !== null ? (
          <Group justify="space-between">
            <Text size="sm">
              <FormattedMessage id="setUp.to" values={{ number: <Ltr key="number">{number}</Ltr> }} />
            </Text>
            <Button type="submit" variant="default" loading={isSending} disabled={!isRight}>
              <FormattedMessage id="setUp.send" />
            </Button>
          </Group>
        ) : null}
        {gap ? <Gap gap={gap} /> : null}
        <Outcome message={message} />
      </Stack>
    </form>
  )
}

/** The SMS that points a watch to this server: its text, sent from here or copied, and what came of it. */
export function SetUp(props: Props) {
  const { uuid, at } = props
  const { setUp, setMessage } = useSetUp(props)
  if (!setUp) return <Loader size={22} aria-hidden />
  if (!setUp.sms) return <FormattedMessage id="setUp.noText" tagName="p" />
  return <SendForm uuid={uuid} at={at} setUp={setUp} sms={setUp.sms} onMessage={setMessage} />
}
