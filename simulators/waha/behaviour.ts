/** WhatsApp clients that a WAHA server can run; they differ in the shapes of their answers. */
export type Engine = 'WEBJS' | 'NOWEB' | 'GOWS'

/** The current behaviour of the simulated gateway. Probabilities are 0 to 1, times milliseconds. */
export type Behaviour = {
  engine: Engine
  /** Acks that follow a sent message, in order: -1 error, 1 server, 2 device, 3 read, 4 played. */
  acks: number[]
  ack_delay_ms: number
  /** Share of acks that never come, and that come twice. */
  ack_loss: number
  ack_duplication: number
  ack_disorder: boolean
  /** `message.any` is also posted for messages sent through the API. */
  echo: boolean
  /** Whether the echo precedes the answer to the send, as a real gateway's can, or follows it. */
  echo_first: boolean
  /** Time until a displayed code is scanned; null: never. */
  pairing_ms: number | null
  /** The same for a session whose metadata names no number. Default: `pairing_ms`. */
  unnamed_pairing_ms?: number | null
  /** How long one code is shown before the next, and how many are shown before the session fails. */
  qr_ms: number
  qr_codes: number
  /** Pause between the steps of a session's start. */
  step_ms: number
  latency_ms: number
  /** First pause before a webhook not answered with 2xx is posted again; doubles each time. */
  hook_retry_ms: number
  /** Posts of one webhook before it is lost. */
  hook_attempts: number
  hook_timeout_ms: number
}

/** A well-behaved gateway; `plain` leaves out everything unsolicited except pairing. */
export function ordinaryBehaviour(plain: boolean): Behaviour {
  return {
    engine: 'GOWS',
    acks: plain ? [] : [1, 2, 3],
    ack_delay_ms: 50,
    ack_loss: 0,
    ack_duplication: 0,
    ack_disorder: false,
    echo: !plain,
    echo_first: true,
    pairing_ms: 50,
    qr_ms: 20_000,
    qr_codes: 6,
    step_ms: 10,
    latency_ms: 0,
    hook_retry_ms: 500,
    hook_attempts: 15,
    hook_timeout_ms: 5_000,
  }
}
