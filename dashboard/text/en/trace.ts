import type { DeliveryFailure, Why } from '@recado/contract/why'
import { count } from '../count.ts'

type Reason = Pick<Why, 'rule' | 'failure' | 'sentence'>
type Failed = { readonly failure: DeliveryFailure | null; readonly sentence: string | null }

/** The trace of a message: its steps, its facts, and why it ended so. */
export const trace = {
  trace: {
    title: 'Message',
    lanes: {
      you: 'You',
      recado: 'Recado',
      whatsapp: 'WhatsApp',
      your_webhook: 'Your webhook',
    },
    why: 'Why',
    steps: (n: number) => count(n, 'step', 'steps'),
    copyJson: 'Copy as JSON',
    copyCurl: 'Repeat as curl',
    words: 'Text',
    conversation: 'Conversation',
    clock: 'Provider’s clock',
    unfold: 'Unfold all',
    fold: 'Fold all',
    cut: 'There are more steps than are shown here.',
    position: 'Position',
    raw: 'Raw event',
    actor: 'By',
    state: 'Status then',
    took: 'Took',
    cause: 'Because of',
    facts: {
      request: 'You asked',
      provider_call: 'Call to WhatsApp',
      status: 'Status from WhatsApp',
      attempt: 'Posted to you',
      raw: 'Came in from WhatsApp',
    },
    actors: {
      api_key: 'an API key',
      user: 'a user',
      provider: 'WhatsApp',
      operator: 'the operator',
      system: 'Recado itself',
    },
    outcomes: {
      accepted: 'accepted',
      refused: 'refused',
      deferred: 'not now, tried again',
      unknown: 'no answer',
    },
    attempt: (n: number) => `try ${n}`,
    refresh: 'Refresh',
    asOf: 'As of position',
    details: 'Details',
  },
  why: {
    // The API's sentences are English, so that they are written once.
    reason: ({ sentence }: Reason) => sentence,
    failure: ({ sentence }: Failed) => sentence ?? '',
  },
} as const
