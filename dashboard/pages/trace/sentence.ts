import type { TraceStep } from '@recado/contract/dashboard/trace'
import { text } from '../../text/choose.ts'
import { factSentence } from '../../text/fact-sentence.ts'

/** A step in a few words. */
export function sentenceOf(step: TraceStep): string {
  const { trace, statuses } = text()
  const names: Readonly<Record<string, string>> = statuses
  switch (step.kind) {
    case 'request':
      return trace.facts.request
    case 'fact':
      return factSentence(step)
    case 'provider_call':
      return `${trace.facts.provider_call}: ${trace.outcomes[step.outcome]} (${trace.attempt(step.attempt)})`
    case 'status':
      return names[step.type] === undefined
        ? trace.facts.raw
        : `${trace.facts.status}: ${names[step.type]}`
    case 'delivery':
      return `${step.event}: ${names[step.status] ?? step.status}`
    case 'attempt':
      return `${trace.facts.attempt}: ${step.http_status ?? step.error ?? '–'} (${trace.attempt(step.attempt)})`
  }
}
