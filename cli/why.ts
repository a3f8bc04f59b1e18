import type { components } from '@recado/client'
import { short } from './plain.ts'

type Why = NonNullable<components['schemas']['WebhookDeliveryDetail']['why']>

/** The reason in a sentence, with its rule and the words of the other side. */
export function whyText({ sentence, rule, says }: Why): string {
  return `${sentence} (${rule}${says === '' ? '' : `: ${short(says, 100)}`})`
}

/** What an attempt got: a status, or else what went wrong. */
export function answerOf(attempt: { http_status: number | null; error: string | null }): string {
  return String(attempt.http_status ?? short(attempt.error ?? 'no answer', 100))
}
