/** How Recado treats a provider's error. The names stand in facts and in `whatsapp.message.failed`. */
export type ErrorClass =
  | 'auth'
  | 'invalid'
  | 'retry'
  | 'throttle'
  | 'blocked'
  | 'undeliverable'
  | 'window_closed'
  | 'media'
  | 'identity_changed'

/** `wait_ms` is the pause before the first retry of a code; each further pause is `growth` times longer. */
export type ErrorRule = {
  readonly class: ErrorClass
  readonly wait_ms?: number
  readonly growth?: number
  /** Retried once immediately, then refused: Meta's catch-all code often passes the second time. */
  readonly once_more?: true
  /** The number as a whole sends too fast, not to one person. */
  readonly slows_number?: true
}

/** Meta's code for marketing to a person who opted out of it. */
export const MARKETING_OPTED_OUT = 131050

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

const auth: ErrorRule = { class: 'auth' }
const invalid: ErrorRule = { class: 'invalid' }
const blocked: ErrorRule = { class: 'blocked' }
const undeliverable: ErrorRule = { class: 'undeliverable' }
const media: ErrorRule = { class: 'media' }
const retry: ErrorRule = { class: 'retry', wait_ms: SECOND_MS, growth: 2 }
const throttle: ErrorRule = { class: 'throttle', wait_ms: SECOND_MS, growth: 2 }
const longThrottle: ErrorRule = { class: 'throttle', wait_ms: HOUR_MS, growth: 2 }

/** Meta's error codes (Cloud API, Graph v25). Code, not text, decides: the text changes. */
const errorClasses: Readonly<Record<number, ErrorRule>> = {
  0: auth,
  1: { class: 'invalid', once_more: true },
  2: retry,
  3: auth,
  4: throttle,
  10: auth,
  33: invalid,
  100: invalid,
  190: auth,
  368: blocked,
  80007: throttle,
  130429: { ...throttle, slows_number: true },
  130472: undeliverable,
  130497: blocked,
  131000: retry,
  131005: auth,
  131008: invalid,
  131009: invalid,
  131016: retry,
  131021: invalid,
  131026: undeliverable,
  131030: invalid,
  131031: blocked,
  131037: blocked,
  131042: blocked,
  131045: blocked,
  131047: { class: 'window_closed' },
  131048: longThrottle,
  131049: undeliverable,
  [MARKETING_OPTED_OUT]: undeliverable,
  131051: invalid,
  131052: media,
  131053: media,
  // Too many messages to one person: Meta asks for 4^n seconds, counted from n = 0.
  131056: { class: 'throttle', wait_ms: SECOND_MS, growth: 4 },
  // The number is being moved to a higher throughput, which takes about one minute.
  131057: { class: 'retry', wait_ms: 30 * SECOND_MS, growth: 2 },
  131062: invalid,
  131063: blocked,
  131064: longThrottle,
  132000: invalid,
  132001: invalid,
  132005: invalid,
  132007: invalid,
  132008: invalid,
  132012: invalid,
  132015: blocked,
  132016: blocked,
  132018: invalid,
  132068: blocked,
  132069: throttle,
  133000: blocked,
  133004: retry,
  133005: blocked,
  133006: blocked,
  133007: blocked,
  133008: blocked,
  133009: blocked,
  133010: blocked,
  133015: blocked,
  133016: longThrottle,
  134011: invalid,
  135000: invalid,
  137000: { class: 'identity_changed' },
}

const FIRST_PERMISSION_CODE = 200
const LAST_PERMISSION_CODE = 299

/** The rule of a code; undefined for an unknown one. Codes 200 to 299 are missing permissions. */
export function errorRule(code: number): ErrorRule | undefined {
  if (code >= FIRST_PERMISSION_CODE && code <= LAST_PERMISSION_CODE) return auth
  return errorClasses[code]
}
