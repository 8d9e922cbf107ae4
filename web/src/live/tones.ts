import type { Sound } from './sound-choice.ts'

type Note = { hertz: number; at: number; seconds: number }

/** Each well under a second, so that three alarms one second apart stay apart. */
const melodies: Record<Sound, readonly Note[]> = {
  ALARM: [
    { hertz: 880, at: 0, seconds: 0.16 },
    { hertz: 660, at: 0.2, seconds: 0.16 },
    { hertz: 880, at: 0.4, seconds: 0.22 },
  ],
  NOTIFICATION: [
    { hertz: 587, at: 0, seconds: 0.14 },
    { hertz: 784, at: 0.15, seconds: 0.3 },
  ],
}
const LOUDNESS: Record<Sound, number> = { ALARM: 0.5, NOTIFICATION: 0.25 }
const ATTACK_S = 0.01

let shared: AudioContext | undefined

function strike(audio: AudioContext, { hertz, at, seconds }: Note, loudness: number): void {
  const start = audio.currentTime + at
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudness, start + ATTACK_S)
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  const voice = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
  voice.connect(gain).connect(audio.destination)
  voice.start(start)
  voice.stop(start + seconds)
}

/** Whether the browser lets sound through; with `wake`, asks it to. */
export function isAudible(wake = false): boolean {
  if (!shared && !wake) return navigator.userActivation?.hasBeenActive ?? false
  shared ??= new AudioContext()
  // A refusal is what the state then says.
  if (wake && shared.state !== 'running') shared.resume().catch(() => {})
  return shared.state === 'running'
}

/** Answers whether it sounded. */
export async function playTone(sound: Sound): Promise<boolean> {
  shared ??= new AudioContext()
  const audio = shared
  // `resume` never settles while the browser holds sound back.
  if (audio.state !== 'running')
    await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 100))])
  if (audio.state !== 'running') return false
  for (const note of melodies[sound]) strike(audio, note, LOUDNESS[sound])
  return true
}
