import { PushSwitch } from '../../pwa/PushSwitch.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** Alarms on this machine also while Carewatch is closed. */
export const PushSection = () => (
  <Section title="person.push">
    <PushSwitch />
  </Section>
)
