import { text } from '../text/choose.ts'

const TONES: Readonly<Record<string, string>> = {
  failed: 'bad',
  dead: 'bad',
  error: 'bad',
  pending: 'wait',
  unknown: 'wait',
  delivered: 'good',
  read: 'good',
  played: 'good',
  connected: 'good',
  valid: 'good',
  paid: 'good',
  invalid: 'bad',
  chargeback: 'bad',
  unproved: 'wait',
  connecting: 'wait',
  disconnected: 'bad',
  active: 'good',
  paused: 'wait',
  running: 'wait',
  done: 'good',
  approved: 'good',
  rejected: 'bad',
}

/** A state in one word, with a colour that says the same. */
export function Status({ status }: { status: string }) {
  const names: Readonly<Record<string, string>> = text().statuses
  return <span class={`status ${TONES[status] ?? 'neutral'}`}>{names[status] ?? status}</span>
}
