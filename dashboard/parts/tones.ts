import type { Texts } from '../text/en.ts'

/** The classes of the style sheet that colour a status. */
type StatusTone = 'good' | 'read' | 'wait' | 'bad' | 'over' | 'neutral'

/** The colour of each status, wherever it is shown. A status without a colour does not compile. */
const STATUS_TONES: Readonly<Record<keyof Texts['statuses'], StatusTone>> = {
  pending: 'wait',
  sent: 'neutral',
  delivered: 'good',
  read: 'read',
  played: 'read',
  failed: 'bad',
  received: 'neutral',
  deleted: 'neutral',
  unknown: 'wait',
  // Unlike a failed delivery, one that was given up is not tried again.
  dead: 'over',
  connected: 'good',
  valid: 'good',
  invalid: 'bad',
  unproved: 'wait',
  paid: 'good',
  refunded: 'neutral',
  chargeback: 'bad',
  connecting: 'wait',
  disconnected: 'bad',
  error: 'bad',
  active: 'good',
  paused: 'wait',
  running: 'wait',
  done: 'good',
  draft: 'neutral',
  approved: 'good',
  rejected: 'bad',
}

type ErrorClass = keyof Texts['activity']['classes']

/**
 * The colour of each class of errors, each its own, whatever else a chart shows: a class that has the second most errors
 * of one week has the same colour as with the most of another.
 */
const CLASS_TONES: Readonly<Record<ErrorClass, string>> = {
  undeliverable: 'hue h0',
  window_closed: 'hue h1',
  throttle: 'hue h2',
  media: 'hue h3',
  retry: 'hue h4',
  identity_changed: 'hue h5',
  invalid: 'hue h6',
  auth: 'hue h7',
  blocked: 'hue h8',
  unknown: 'hue gray',
}

/** The colour of a status; neutral for one that the page does not know. */
export function toneOfStatus(status: string): string {
  return Object.hasOwn(STATUS_TONES, status)
    ? STATUS_TONES[status as keyof Texts['statuses']]
    : 'neutral'
}

/** The colour of a class of errors; that of `unknown` for one that the page does not know. */
export function toneOfClass(name: string): string {
  return CLASS_TONES[Object.hasOwn(CLASS_TONES, name) ? (name as ErrorClass) : 'unknown']
}
