import { Title } from '@mantine/core'
import {
  IconBook,
  IconHeartHandshake,
  IconShoppingBag,
  IconStethoscope,
  IconDeviceWatchHeart,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import styles from './LandingPage.module.css'

const people = [
  { who: 'wearer', Icon: IconDeviceWatchHeart },
  { who: 'family', Icon: IconHeartHandshake },
  { who: 'carers', Icon: IconStethoscope },
] as const

const readings = [
  { to: '/articles', what: 'learning', Icon: IconBook },
  { to: '/all-products', what: 'products', Icon: IconShoppingBag },
] as const

function Hero() {
  return (
    <section className={styles['hero']}>
      <svg className={styles['pulse']} viewBox="0 0 600 160" preserveAspectRatio="none" aria-hidden>
        <path d="M0 100h150l14-22 18 44 20-96 24 118 18-58 12 14h120l12-16 16 32 20-86 22 104 16-46 10 12h128" />
      </svg>
      <div className={styles['words']}>
        <Title order={1}>
          <FormattedMessage id="landing.title" />
        </Title>
        <p>
          <FormattedMessage id="landing.lead" />
        </p>
        <div className={styles['buttons']}>
          <LinkButton to="/auth/login" size="lg" className={styles['first'] ?? ''}>
            <FormattedMessage id="signIn.submit" />
          </LinkButton>
          <LinkButton to="/auth/register" size="lg" className={styles['second'] ?? ''}>
            <FormattedMessage id="register.link" />
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

function NewWatch() {
  return (
    <section className={styles['band']} aria-labelledby="landing-new">
      <Title order={2} id="landing-new">
        <FormattedMessage id="landing.newWatch" />
      </Title>
      <ol className={styles['steps']}>
        {([1, 2, 3] as const).map((step) => (
          <li key={step}>
            <FormattedMessage id={`landing.newWatch.${step}`} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** For whoever comes without a sign-in: what this is, for whom, and the ways in. */
export function LandingPage() {
  return (
    <div className={styles['page']}>
      <title>Carewatch</title>
      <Hero />
      <ul className={styles['people']}>
        {people.map(({ who, Icon }) => (
          <li key={who}>
            <Icon size={32} stroke={1.4} aria-hidden />
            <Title order={2}>
              <FormattedMessage id={`landing.${who}`} />
            </Title>
            <p>
              <FormattedMessage id={`landing.${who}.text`} />
            </p>
          </li>
        ))}
      </ul>
      <NewWatch />
      <ul className={styles['more']}>
        {readings.map(({ to, what, Icon }) => (
          <li key={what}>
            <Link to={to} className={styles['link']}>
              <Icon size={28} stroke={1.5} aria-hidden />
              <span>
                <b>
                  <FormattedMessage id={`landing.${what}`} />
                </b>
                <FormattedMessage id={`landing.${what}.text`} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
