/** The current behaviour of the simulated WhatsApp. Probabilities are 0 to 1, times milliseconds. */
export type Behaviour = {
  /** Statuses that follow an accepted message, in order; none when empty. */
  statuses: ('sent' | 'delivered' | 'read' | 'played')[]
  status_delay_ms: number
  /** Share of statuses that never come, and that come twice. */
  status_loss: number
  status_duplication: number
  /** Statuses of one message come in random order, with their true timestamps. */
  status_disorder: boolean
  /** The maximum number of statuses in one POST, and how long a batch waits to fill. */
  status_batch: number
  status_batch_ms: number
  /** Mobiles of area codes 31 and above are known without their ninth digit. */
  rewrite_ninth_digit: boolean
  /** The user answers a text once the last status has come. */
  reply: boolean
  latency_ms: number
  /** Sends per second and number before error 130429; null: no limit. */
  throughput_per_second: number | null
  /** Sends to one user within six seconds before error 131056 (45 at Meta); null: no limit. */
  pair_burst: number | null
  /** First pause before a webhook not answered with 200 is posted again; it doubles up to the maximum. */
  hook_retry_ms: number
  hook_retry_max_ms: number
  /** Posts of one webhook before it is lost. */
  hook_attempts: number
  /** How long the hook may take to answer (5 s at Meta). */
  hook_timeout_ms: number
  /** How long the address of a medium can be downloaded from (5 minutes at Meta). */
  media_url_ms: number
}

/** A well-behaved WhatsApp; `plain` leaves out everything unsolicited. */
export function ordinaryBehaviour(plain: boolean): Behaviour {
  return {
    statuses: plain ? [] : ['sent', 'delivered', 'read'],
    status_delay_ms: 50,
    status_loss: 0,
    status_duplication: 0,
    status_disorder: false,
    status_batch: 1,
    status_batch_ms: 20,
    rewrite_ninth_digit: true,
    reply: false,
    latency_ms: 0,
    throughput_per_second: null,
    pair_burst: null,
    hook_retry_ms: 1_000,
    hook_retry_max_ms: 60_000,
    hook_attempts: 20,
    hook_timeout_ms: 5_000,
    media_url_ms: 300_000,
  }
}
