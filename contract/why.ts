import { z } from 'zod'

/** The rules that explain why a message or a delivery failed. Beside those of deliveries they are classes of errors. */
const RULES = {
  never_confirmed: 'WhatsApp never said whether it accepted the message. It was not sent again.',
  refused_by_us: 'Recado gave up before WhatsApp accepted the message.',
  webhook_gone: 'Your endpoint answered 410, so its webhook was paused.',
  webhook_exhausted: 'No attempt to post to your endpoint succeeded, and none is left.',
  webhook_failing: 'The last attempt to post to your endpoint failed; another one follows.',
  webhook_skipped: 'Your webhook was paused for too long; the event was not sent.',
  auth: 'WhatsApp rejected the access token of this number, or its app lacks permission. Replace the token.',
  invalid: 'WhatsApp refused a value in the request.',
  retry: 'WhatsApp had an error of its own, or could not be reached. It may work later.',
  throttle: 'WhatsApp limited the rate of this number.',
  blocked: 'The business account or its number is restricted.',
  undeliverable: 'The person cannot be reached on WhatsApp, or has not accepted its terms.',
  window_closed:
    'No message from this person in the last 24 hours. Only an approved template can be sent.',
  media: 'WhatsApp could not fetch or accept the file.',
  identity_changed: 'The person’s phone changed hands. Check who it is before you write again.',
  unknown: 'WhatsApp refused it for a reason that it does not explain.',
} as const
export type WhyRule = keyof typeof RULES

/** The kinds of failure of one POST to a customer's endpoint. */
const FAILURES = {
  connection_refused: 'Nothing accepts connections at the address and port of your endpoint.',
  dns: 'No address was found for the host of your endpoint.',
  unreachable: 'No network route leads to your endpoint.',
  tls: 'No TLS connection could be established: check the certificate of your endpoint.',
  timeout: 'Your endpoint did not answer in time.',
  connection_closed: 'The connection ended before your endpoint answered.',
  address_forbidden:
    'The address of your endpoint is not public. Recado posts only to public addresses.',
  invalid_answer: 'Your endpoint sent no valid HTTP answer, or one that is too long.',
  redirect: 'Your endpoint redirects, which Recado does not follow: configure its final address.',
  gone: 'Your endpoint answered 410 (Gone).',
  rejected: 'Your endpoint refused the request: check its address and what it expects.',
  server_error: 'Your endpoint had an error of its own (5xx).',
  secret_lost: 'The secret of the webhook is lost: configure the webhook with a new one.',
  unknown: 'The reason is not known.',
} as const
export type DeliveryFailure = keyof typeof FAILURES

/** The sentence of a rule; that of `unknown` for a rule without one. */
export function ruleSentence(rule: string): string {
  return Object.hasOwn(RULES, rule) ? RULES[rule as WhyRule] : RULES.unknown
}

export function failureSentence(failure: DeliveryFailure): string {
  return FAILURES[failure]
}

const FailureKind = z
  .enum(Object.keys(FAILURES) as [DeliveryFailure, ...DeliveryFailure[]])
  .nullable()

/** How an attempt failed, in three forms. */
export const attemptFailure = {
  error: z
    .string()
    .nullable()
    .describe(
      'Extension. What went wrong in technical words, such as `connect ECONNREFUSED 203.0.113.9:443`; null for an ' +
        'attempt that delivered.',
    ),
  failure: FailureKind.describe(
    `Extension. The kind of the error, for programs. ${listSentences(FAILURES)}`,
  ),
  sentence: z.string().nullable().describe('Extension. The same for people, in English.'),
}

export const Why = z.object({
  rule: z
    .string()
    .describe(`The rule, for programs; a later version may add others. ${listSentences(RULES)}`),
  failure: FailureKind.describe(
    'Extension. With `webhook_exhausted` and `webhook_failing`: how the last attempt failed.',
  ),
  says: z
    .string()
    .describe(
      'Code and text of the error, from the other side or the network; empty when there are none.',
    ),
  sentence: z.string().describe('Extension. Rule and failure for people, in English.'),
})
export type Why = z.infer<typeof Why>

function listSentences(sentences: Readonly<Record<string, string>>): string {
  return Object.entries(sentences)
    .map(([name, sentence]) => `\`${name}\`: ${sentence}`)
    .join(' ')
}
