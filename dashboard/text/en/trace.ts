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
    copyCurl: 'Copy as curl',
    words: 'Text',
    conversation: 'Conversation',
    clock: 'Provider time',
    unfold: 'Expand all',
    fold: 'Collapse all',
    cut: 'Not all steps are shown.',
    position: 'Position',
    raw: 'Raw event',
    actor: 'By',
    state: 'Resulting status',
    took: 'Duration',
    facts: {
      request: 'Your request',
      provider_call: 'Call to WhatsApp',
      status: 'Status from WhatsApp',
      attempt: 'Delivery to you',
      raw: 'Received from WhatsApp',
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
      deferred: 'deferred',
      unknown: 'no answer',
    },
    attempt: (n: number) => `attempt ${n}`,
    refresh: 'Refresh',
    asOf: 'As of position',
    details: 'Details',
  },
  why: {
    // The API has these sentences in English; they are not written a second time.
    reason: ({ sentence }: Reason) => sentence,
    failure: ({ sentence }: Failed) => sentence ?? '',
  },
} as const
